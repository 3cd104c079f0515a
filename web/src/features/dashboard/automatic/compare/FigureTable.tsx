/** The figures of two sides: risks, what is removed, what protects, and every measure of what is lost. */
import { Table } from "@mantine/core";
import type { ReactElement } from "react";
import { useCatalogue } from "@/api/dataset";
import type { AutomaticRun, ComparedFigures, ResultComparison } from "@/api/types";
import { GAUGES, useFigures } from "@/charts/useFigures";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Told } from "../../protections/words";
import { useKeyFigures } from "../result/keyFigures";

interface FigureTableProps {
  compared: ResultComparison;
  /** The results; none where a side is the table as it is now. */
  one: AutomaticRun | undefined;
  other: AutomaticRun | undefined;
}

export function FigureTable({ compared, one, other }: FigureTableProps): ReactElement {
  const { t } = useLanguage();
  const told = useTold();
  const [left, right] = [useKeyFigures(one), useKeyFigures(other)];
  const lines = [told(compared.one, left), told(compared.other, right)];
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

function useTold(): (side: ComparedFigures, facts: readonly Told[]) => Told[] {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const { data: offer } = useCatalogue();
  return (side, facts) => {
    const all = side.rows + side.removed;
    const own = [
      { name: t("automatic.result.leftOut"), text: `${format.number(side.removed)} (${figures.share(side.removed / Math.max(all, 1))})` },
      { name: t("automatic.result.k"), text: side.k === null ? "–" : format.number(side.k) },
      { name: t("automatic.result.classes"), text: format.number(side.classes) },
    ];
    const gauges = GAUGES.map((name) => ({ name: t(`dashboard.gauges.${name}`), text: figures.percent(side[name]) }));
    const lost = (offer?.objectives ?? []).flatMap(({ name, title, weighted }) => {
      const value = side.utility[name];
      if (value === undefined || !weighted) return [];
      return [{ name: title, text: figures.share(value) }];
    });
    const known = new Set(own.map(({ name }) => name));
    return [...gauges, ...own, ...facts.filter(({ name }) => !known.has(name)), ...lost];
  };
}
