/** The figures of the whole table, before and after. */
import { Table } from "@mantine/core";
import type { ReactElement } from "react";
import type { Risk } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";

export function WholeTable({ before, after }: { before: Risk; after: Risk }): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const lines: [string, (risk: Risk) => string][] = [
    [t("dashboard.gauges.average_risk"), (risk) => figures.percent(risk.average_risk)],
    [t("dashboard.gauges.highest_risk"), (risk) => figures.percent(risk.highest_risk)],
    [t("dashboard.gauges.utility_loss"), (risk) => figures.percent(risk.utility_loss)],
    [t("dashboard.compare.rows"), (risk) => format.number(risk.rows)],
    [t("dashboard.compare.classes"), (risk) => format.number(risk.classes)],
    [t("dashboard.compare.uniques"), (risk) => format.number(risk.uniques)],
    [t("dashboard.compare.smallest"), (risk) => format.number(smallestClass(risk) ?? 0)],
  ];
  return (
    <Table fz="sm" verticalSpacing={1} horizontalSpacing={6} className="numeric" aria-label={t("dashboard.compare.whole")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("dashboard.compare.whole")}</Table.Th>
          <Table.Th scope="col" ta="right">
            {t("dashboard.compare.before")}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {t("dashboard.compare.after")}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(([name, write]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="right">{write(before)}</Table.Td>
            <Table.Td ta="right">
              <strong>{write(after)}</strong>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The smallest class that is published; none if no row is. */
function smallestClass(risk: Risk): number | null {
  const sizes = Object.keys(risk.class_sizes).map(Number);
  return sizes.length ? Math.min(...sizes) : null;
}
