/** The same figures as the picture, as tables. */
import { Table } from "@mantine/core";
import type { ReactElement } from "react";
import type { Subsets } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useCellText } from "./cellText";
import { valueAt } from "./Matrix";

interface TablesProps {
  found: Subsets;
  drawn: readonly string[];
  threshold: number;
}

export function Tables({ found, drawn, threshold }: TablesProps): ReactElement {
  return (
    <>
      <MatrixTable found={found} drawn={drawn} />
      <MergeTable found={found} threshold={threshold} />
    </>
  );
}

function MatrixTable({ found, drawn }: Omit<TablesProps, "threshold">): ReactElement {
  const { t } = useLanguage();
  const text = useCellText(found.measure.unit);
  return (
    <Table fz="xs" verticalSpacing={2} horizontalSpacing={6} w="auto" withTableBorder aria-label={found.measure.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("subsets.matrix.attribute")}</Table.Th>
          {drawn.map((name) => (
            <Table.Th key={name} scope="col">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="numeric">
        {drawn.map((a) => (
          <Table.Tr key={a}>
            <Table.Th scope="row">{a}</Table.Th>
            {drawn.map((b) => (
              <Table.Td key={b} ta="right">
                {text.short(valueAt(found, a, b))}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Caption ta="left" mt={2} fz="xs">
        {t("subsets.matrix.whole", { value: text.full(found.measure.whole) })}
      </Table.Caption>
    </Table>
  );
}

function MergeTable({ found, threshold }: Pick<TablesProps, "found" | "threshold">): ReactElement {
  const { t, format } = useLanguage();
  return (
    <Table fz="xs" verticalSpacing={2} horizontalSpacing={6} mt={8} withTableBorder aria-label={t("subsets.tree.title")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("subsets.tree.step")}</Table.Th>
          <Table.Th scope="col">{t("subsets.tree.members")}</Table.Th>
          <Table.Th scope="col">{t("subsets.tree.k")}</Table.Th>
          <Table.Th scope="col">{t("subsets.tree.holds")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="numeric">
        {found.merges.map(({ members, left, right, k }, index) => (
          <Table.Tr key={members.join("\n")}>
            <Table.Td>{format.number(index + 1)}</Table.Td>
            <Table.Td>{`${left.join(", ")} + ${right.join(", ")}`}</Table.Td>
            <Table.Td>{format.number(k)}</Table.Td>
            <Table.Td>{t(k >= threshold ? "subsets.tree.yes" : "subsets.tree.no")}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
