/** The rows in the smallest groups, each with what gives it away. */
import { Table } from "@mantine/core";
import type { ReactElement } from "react";
import type { RiskyRow } from "@/api/types";
import { bandColour } from "@/charts/bands";
import chartClasses from "@/charts/charts.module.css";
import { EmptyState } from "@/components/EmptyState";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "../figures";
import classes from "./RowsTab.module.css";

export function RiskyRows({ rows }: { rows: readonly RiskyRow[] }): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  if (rows.length === 0) {
    return <EmptyState icon="table" title={t("dashboard.rows.riskyNone")} text={t("dashboard.rows.riskyNoneHint")} />;
  }
  return (
    <div className={classes.scroll} role="group" aria-label={t("dashboard.rows.risky")} {...FOCUSABLE}>
      <Table fz="xs" verticalSpacing={3} stickyHeader aria-label={t("dashboard.rows.risky")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("dashboard.rows.row")}</Table.Th>
            <Table.Th scope="col" style={{ whiteSpace: "nowrap" }}>
              {t("dashboard.rows.group")}
            </Table.Th>
            <Table.Th scope="col">{t("dashboard.rows.risk")}</Table.Th>
            <Table.Th scope="col">{t("dashboard.rows.reason")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="numeric">
          {rows.map((row) => (
            <Table.Tr key={row.row}>
              <Table.Td>{format.number(row.row)}</Table.Td>
              <Table.Td>{format.number(row.size)}</Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                <span
                  className={chartClasses.swatch}
                  style={{ display: "inline-block", marginRight: 5, background: bandColour(row.risk) }}
                />
                {figures.percent(row.risk)}
              </Table.Td>
              <Table.Td>{row.reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** What scrolls must be reachable with the keyboard. */
const FOCUSABLE = { tabIndex: 0 };
