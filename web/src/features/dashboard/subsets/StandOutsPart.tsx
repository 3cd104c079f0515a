/** Who stands out by the smallest combinations, and which attributes and values do it. */
import { ActionIcon, Button, NumberInput, Table, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type ReactElement, type ReactNode } from "react";
import type { MeasuredView, StandingRow, StandOuts } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { Explained, HelpText } from "@/components/Help";
import { Icon } from "@/components/Icon";
import { Loading } from "@/components/Loading";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { recodingOf } from "../automatic/RecodedNotice";
import { PaneState } from "../PaneState";
import { standOutsFile, useStandOuts, type Sought } from "./api";
import { FilesMenu } from "./FilesMenu";
import { useSeekRemedy } from "./remedy";
import { SeekingProgress } from "./SeekingProgress";
import { Shares } from "./Shares";
import { lookedAtAll } from "./standouts";
import classes from "./SubsetsTab.module.css";
import { useSeeking } from "./useSeeking";

const PAGE = 50;

export function StandOutsPart({ view, head }: { view: MeasuredView; head: ReactNode }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useState<Sought>({ k: 2, max_size: 3 });
  // Typing may pause; a page that was clicked for is shown at once, else a second click would be lost.
  const [wish] = useDebouncedValue(asked, 200);
  const [wanted, turn] = useState(0);
  const recoded = recodingOf(view) !== undefined;
  const seeking = useSeeking(view, wish);
  const ready = seeking.rows !== null;
  // Once steps were taken there may be fewer pages than before.
  const offset = Math.min(wanted, lastPage(seeking.rows ?? 0));
  const query = useStandOuts(view.id, view.revision, { ...wish, offset, limit: recoded ? 0 : PAGE }, ready);
  const found = ready ? query.data : undefined;
  const seek = (other: Sought): void => {
    ask(other);
    turn(0);
  };
  return (
    <div className={classes.part}>
      <div className={classes.bar}>
        {head}
        <Choice name={t("subsets.standouts.k")} value={asked.k} from={2} to={10 ** 15} onChange={(k) => seek({ ...asked, k })} />
        <Choice name={t("subsets.standouts.size")} value={asked.max_size} from={1} to={10} onChange={(max_size) => seek({ ...asked, max_size })} />
        {found && (
          <>
            {!recoded && <Pages offset={offset} total={found.total} onGo={turn} />}
            <FilesMenu
              heading={t("subsets.export.all")}
              files={(["json", "csv"] as const).map((format) => ({
                label: t(`subsets.export.${format}`),
                address: standOutsFile(view.id, wish, format),
                name: `${view.name}-standouts.${format}`,
              }))}
            />
          </>
        )}
      </div>
      {ready ? (
        <PaneState query={query} skeleton={<Loading text={t("subsets.standouts.looking")} />}>
          {(data) => <Found found={data} recoded={recoded} whole={lookedAtAll(data, wish.max_size)} />}
        </PaneState>
      ) : (
        <SeekingProgress seeking={seeking} />
      )}
    </div>
  );
}

interface ChoiceProps {
  name: string;
  value: number;
  from: number;
  to: number;
  onChange: (value: number) => void;
}

function Choice({ name, value, from, to, onChange }: ChoiceProps): ReactElement {
  return (
    <div className={classes.choice}>
      <span aria-hidden="true">{name}</span>
      <NumberInput
        size="xs"
        w={62}
        min={from}
        max={to}
        allowDecimal={false}
        allowNegative={false}
        aria-label={name}
        value={value}
        onChange={(to_) => typeof to_ === "number" && to_ >= from && to_ <= to && onChange(to_)}
      />
    </div>
  );
}

/** Where the last page begins. */
function lastPage(total: number): number {
  return Math.max(Math.ceil(total / PAGE) - 1, 0) * PAGE;
}

interface PagesProps {
  offset: number;
  total: number;
  onGo: (offset: number) => void;
}

function Pages({ offset, total, onGo }: PagesProps): ReactElement | null {
  const { t } = useLanguage();
  if (total === 0) return null;
  return (
    <div className={classes.pages}>
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={t("subsets.standouts.previous")}
        disabled={offset === 0}
        onClick={() => onGo(Math.max(offset - PAGE, 0))}
      >
        <span style={{ transform: "scaleX(-1)", display: "flex" }}>
          <Icon name="chevron" size={14} />
        </span>
      </ActionIcon>
      <span>{t("subsets.standouts.shown", { first: offset + 1, last: Math.min(offset + PAGE, total), total })}</span>
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={t("subsets.standouts.next")}
        disabled={offset >= lastPage(total)}
        onClick={() => onGo(offset + PAGE)}
      >
        <Icon name="chevron" size={14} />
      </ActionIcon>
    </div>
  );
}

interface FoundProps {
  found: StandOuts;
  recoded: boolean;
  whole: boolean;
}

function Found({ found, recoded, whole }: FoundProps): ReactElement {
  const { t } = useLanguage();
  const seek = useSeekRemedy();
  if (found.total === 0) {
    const title = t(whole ? "subsets.standouts.none" : "subsets.standouts.unknown");
    return <EmptyState icon={whole ? "check" : "alert"} title={title} text={found.explanation.join(" ")} />;
  }
  return (
    <div className={classes.standouts}>
      <div className={classes.picture}>
        <p role="status" className={classes.sentence}>
          {found.explanation.join(" ")}
        </p>
        {recoded ? <Text size="sm">{t("subsets.standouts.recoded")}</Text> : <Rows rows={found.rows} onSeek={(row) => seek({ row, threshold: found.k, max_size: found.max_size })} />}
      </div>
      <Shares found={found} />
    </div>
  );
}

function Rows({ rows, onSeek }: { rows: readonly StandingRow[]; onSeek: (row: number) => void }): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.scroll} role="group" aria-label={t("subsets.standouts.rows")} {...FOCUSABLE}>
      <Table fz="xs" verticalSpacing={1} horizontalSpacing={6} stickyHeader aria-label={t("subsets.standouts.rows")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("subsets.standouts.row")}</Table.Th>
            <Table.Th scope="col">{t("subsets.standouts.reason")}</Table.Th>
            <Table.Th scope="col" className={classes.explained}>
              <Explained text={t("subsets.standouts.score")} by={<HelpText title={t("subsets.standouts.score")} text={t("subsets.standouts.scoreHelp")} />} />
            </Table.Th>
            <Table.Th scope="col">{t("subsets.standouts.remedy")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="numeric">
          {rows.map((row) => (
            <StandingLine key={row.row} standing={row} onSeek={onSeek} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function StandingLine({ standing, onSeek }: { standing: StandingRow; onSeek: (row: number) => void }): ReactElement {
  const { t, format } = useLanguage();
  const { row, combinations, reason, score } = standing;
  const list = combinations.map((one) => one.join(" + ")).join("; ");
  const others = combinations.length - 1;
  return (
    <Table.Tr>
      <Table.Td>{format.number(row)}</Table.Td>
      <Table.Td>
        {reason}{" "}
        {others > 0 && (
          <details className={classes.others}>
            <summary>{t("subsets.standouts.others", { count: others })}</summary>
            {t("subsets.standouts.combinations", { row, list })}
          </details>
        )}
      </Table.Td>
      <Table.Td>{format.number(score)}</Table.Td>
      <Table.Td>
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.inline}
          aria-label={t("subsets.remedy.seekFor", { row })}
          onClick={() => onSeek(row)}
        >
          {t("subsets.remedy.seek")}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
