/** Two results side by side: their key figures, and what each leaves of the attributes. */
import { NativeSelect, Table } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { AutomaticRun, MeasuredView } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { GAUGES, useFigures } from "@/charts/useFigures";
import { PaneState } from "../../PaneState";
import type { Told } from "../../protections/words";
import { useRuns } from "../api";
import classes from "../AutomaticTab.module.css";
import { useKeyFigures } from "../result/keyFigures";
import { useRunName } from "../runNames";
import { QualityPairs } from "./QualityPairs";

export function CompareRuns({ view }: { view: MeasuredView }): ReactElement {
  const query = useRuns(view.id, view.revision);
  return <PaneState query={query}>{(runs) => <Sides runs={runs} />}</PaneState>;
}

function Sides({ runs }: { runs: readonly AutomaticRun[] }): ReactElement {
  const { t } = useLanguage();
  const [picked, pick] = useState<readonly (string | undefined)[]>([]);
  const [newest, before] = runs;
  // The older of the latest two stands on the left.
  const one = runs.find(({ id }) => id === picked[0]) ?? before;
  const other = runs.find(({ id }) => id === picked[1]) ?? newest;
  if (!one || !other) {
    return <EmptyState icon="search" title={t("automatic.runs.few")} text={t("automatic.runs.fewHint")} />;
  }
  return (
    <div className={classes.runs}>
      <div className={classes.column}>
        <RunSelect side="A" runs={runs} run={one} onPick={(id) => pick([id, other.id])} />
        <RunSelect side="B" runs={runs} run={other} onPick={(id) => pick([one.id, id])} />
        <div className={classes.scroll} role="group" aria-label={t("automatic.result.figures")} {...FOCUSABLE}>
          <FigureTable one={one} other={other} />
        </div>
      </div>
      <div className={classes.column}>
        <h2 className={classes.title}>{t("automatic.result.quality")}</h2>
        <QualityPairs one={one.attributes} other={other.attributes} />
      </div>
    </div>
  );
}

interface RunSelectProps {
  side: string;
  runs: readonly AutomaticRun[];
  run: AutomaticRun;
  onPick: (id: string) => void;
}

function RunSelect({ side, runs, run, onPick }: RunSelectProps): ReactElement {
  const { t } = useLanguage();
  const nameOf = useRunName();
  return (
    <div className={classes.side}>
      <strong aria-hidden="true">{side}</strong>
      <NativeSelect
        size="xs"
        aria-label={t("automatic.runs.choose", { side })}
        value={run.id}
        data={runs.map((each) => ({ value: each.id, label: nameOf(each) }))}
        onChange={(event) => onPick(event.currentTarget.value)}
      />
    </div>
  );
}

function FigureTable({ one, other }: { one: AutomaticRun; other: AutomaticRun }): ReactElement {
  const { t } = useLanguage();
  const lines = [useLines(one), useLines(other)] as const;
  const names = [...new Set(lines.flat().map(({ name }) => name))];
  return (
    <Table fz="xs" verticalSpacing={2} horizontalSpacing={6} className="numeric" aria-label={t("automatic.runs.title")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th scope="col">A</Table.Th>
          <Table.Th scope="col">B</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            {lines.map((side, index) => (
              <Table.Td key={index}>{side.find((line) => line.name === name)?.text ?? "–"}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function useLines(run: AutomaticRun): Told[] {
  const { t } = useLanguage();
  const figures = useFigures();
  const facts = useKeyFigures(run);
  const gauges = GAUGES.map((name) => ({ name: t(`dashboard.gauges.${name}`), text: figures.percent(run.result.after[name]) }));
  return [...gauges, ...facts];
}
