/** The rows in the smallest groups, each with what gives it away: in words, and marked in its cells. */
import { Table, VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import type { RiskyRow } from "@/api/types";
import { bandColour } from "@/charts/bands";
import { useLimits } from "@/charts/limits";
import chartClasses from "@/charts/charts.module.css";
import { EmptyState } from "@/components/EmptyState";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import { shownAttributes } from "./giveaways";
import classes from "./RowsTab.module.css";

export function RiskyRows({ rows }: { rows: readonly RiskyRow[] }): ReactElement {
  const { t } = useLanguage();
  if (rows.length === 0) {
    return <EmptyState icon="table" title={t("dashboard.rows.riskyNone")} text={t("dashboard.rows.riskyNoneHint")} />;
  }
  const attributes = shownAttributes(rows);
  const more = Object.keys(rows[0]?.cells ?? {}).length - attributes.length;
  return (
    <div className={classes.scroll} role="group" aria-label={t("dashboard.rows.risky")} {...FOCUSABLE}>
      <Table fz="xs" verticalSpacing={3} horizontalSpacing={6} stickyHeader className={classes.table} aria-label={t("dashboard.rows.risky")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("dashboard.rows.row")}</Table.Th>
            <Table.Th scope="col">{t("dashboard.rows.group")}</Table.Th>
            <Table.Th scope="col">{t("dashboard.rows.risk")}</Table.Th>
            <Table.Th scope="col">{t("dashboard.rows.reason")}</Table.Th>
            {attributes.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
            {more > 0 && <Table.Th scope="col">{t("dashboard.rows.more", { count: more })}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="numeric">
          {rows.map((row) => (
            <Line key={row.row} row={row} attributes={attributes} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Line({ row, attributes }: { row: RiskyRow; attributes: readonly string[] }): ReactElement {
  const { format } = useLanguage();
  const figures = useFigures();
  const limit = useLimits().highest_risk;
  return (
    <Table.Tr>
      <Table.Td>{format.number(row.row)}</Table.Td>
      <Table.Td>{format.number(row.size)}</Table.Td>
      <Table.Td>
        <span
          className={chartClasses.swatch}
          style={{ display: "inline-block", marginRight: 5, background: bandColour(row.risk, limit) }}
        />
        {figures.percent(row.risk)}
      </Table.Td>
      <Table.Td className={classes.reason}>{row.reason}</Table.Td>
      {attributes.map((name) => (
        <Cell key={name} text={row.cells[name] ?? null} marked={row.giveaway?.includes(name) === true} />
      ))}
    </Table.Tr>
  );
}

function Cell({ text, marked }: { text: string | null; marked: boolean }): ReactElement {
  const { t } = useLanguage();
  const value = text ?? <em>{t("dashboard.grid.missing")}</em>;
  return (
    <Table.Td title={text ?? undefined}>
      {marked ? <strong className={classes.marked}>{value}</strong> : value}
      {marked && <VisuallyHidden>{` (${t("dashboard.rows.marked")})`}</VisuallyHidden>}
    </Table.Td>
  );
}
