/** What two results do to each group of rows, such as to each age: rows removed, detail lost, cells left as they were. */
import { NativeSelect, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { GroupPair, ResultComparison } from "@/api/types";
import { useFigures } from "@/charts/useFigures";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "../AutomaticTab.module.css";

interface GroupTableProps {
  compared: ResultComparison;
  by: string | null;
  onPick: (by: string | null) => void;
}

export function GroupTable({ compared, by, onPick }: GroupTableProps): ReactElement {
  const { t } = useLanguage();
  const offered = by !== null && !compared.columns.includes(by) ? [...compared.columns, by] : compared.columns;
  return (
    <>
      <div className={classes.frontHead}>
        <h2 className={classes.title}>{t("automatic.runs.groups")}</h2>
        <NativeSelect
          size="xs"
          aria-label={t("automatic.runs.by")}
          value={by ?? ""}
          data={[{ value: "", label: t("automatic.runs.chooseColumn") }, ...offered.map((name) => ({ value: name, label: name }))]}
          onChange={(event) => onPick(event.currentTarget.value || null)}
        />
      </div>
      {compared.by === null ? (
        <Text size="sm" c="dimmed">
          {t("automatic.runs.groupsHint")}
        </Text>
      ) : (
        <div className={classes.scroll} role="group" aria-label={t("automatic.runs.groups")} {...FOCUSABLE}>
          <Groups groups={compared.groups} by={compared.by} />
        </div>
      )}
    </>
  );
}

const FIGURES = ["removed", "loss", "exact"] as const;
const SIDES = ["one", "other"] as const;

function Groups({ groups, by }: { groups: readonly GroupPair[]; by: string }): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const write = { removed: format.number, loss: figures.brief, exact: figures.brief };
  return (
    <Table fz="xs" verticalSpacing={2} horizontalSpacing={5} className="numeric" aria-label={t("automatic.runs.groups")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" rowSpan={2}>
            {by}
          </Table.Th>
          <Table.Th scope="col" rowSpan={2}>
            {t("automatic.runs.rows")}
          </Table.Th>
          {FIGURES.map((name) => (
            <Table.Th key={name} scope="colgroup" colSpan={2}>
              {t(`automatic.runs.${name}`)}
            </Table.Th>
          ))}
        </Table.Tr>
        <Table.Tr>
          {FIGURES.flatMap((name) =>
            SIDES.map((side) => (
              <Table.Th key={`${name} ${side}`} scope="col">
                {side === "one" ? "A" : "B"}
              </Table.Th>
            )),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Table.Tr key={group.label}>
            <Table.Th scope="row" fw={400}>
              {group.label}
            </Table.Th>
            <Table.Td>{format.number(group.rows)}</Table.Td>
            {FIGURES.flatMap((name) => SIDES.map((side) => <Table.Td key={`${name} ${side}`}>{write[name](group[side][name])}</Table.Td>))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
