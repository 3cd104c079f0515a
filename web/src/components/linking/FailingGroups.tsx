/** The groups that do not hold what was asked, the smallest first. */
import { Table } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Check } from "@/api/types";
import classes from "./Check.module.css";
import { useDistance } from "./useDistance";

interface Props {
  groups: Check["failing_classes"];
  /** Whether the header stays in sight while the groups scroll. */
  sticky?: boolean;
  /** What the size of a group counts. */
  unit?: "rows" | "people";
}

export function FailingGroups({ groups, sticky = false, unit = "rows" }: Props): ReactElement {
  const { t, format } = useLanguage();
  const distance = useDistance();
  return (
    <Table className={classes.table} aria-label={t("linked.check.groups")} verticalSpacing={2} stickyHeader={sticky}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("linked.check.group")}</Table.Th>
          <Table.Th scope="col">{t(unit === "people" ? "linked.check.people" : "linked.check.rows")}</Table.Th>
          <Table.Th scope="col">l</Table.Th>
          <Table.Th scope="col">t</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Table.Tr key={JSON.stringify(group.values)}>
            <Table.Th scope="row" fw={400}>
              {Object.entries(group.values)
                .map(([name, value]) => `${name} = ${value}`)
                .join(", ")}
            </Table.Th>
            <Table.Td>{format.number(group.size)}</Table.Td>
            <Table.Td>{group.l ?? "–"}</Table.Td>
            <Table.Td>{group.t === null ? "–" : distance(group.t)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
