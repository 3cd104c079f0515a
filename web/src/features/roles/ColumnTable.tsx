/** All columns with what is known of them, and the role of each. */
import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "wouter";
import { useDecide } from "@/api/dataset";
import type { ColumnView, Role } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { useLanguage } from "@/i18n/LanguageProvider";
import { MiniBars } from "./MiniBars";
import { RoleOptions } from "./RoleOptions";
import { RoleQuestions } from "./RoleQuestions";
import classes from "./Roles.module.css";
import { RoleSelect } from "./RoleSelect";

interface Props {
  datasetId: string;
  columns: ColumnView[];
}

export function ColumnTable({ datasetId, columns }: Props) {
  const { t } = useLanguage();
  return (
    <div className={classes.card}>
      <Table stickyHeader verticalSpacing={7} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("columns.name")}</Table.Th>
            <Table.Th w={236}>{t("columns.role")}</Table.Th>
            <Table.Th>{t("columns.reason")}</Table.Th>
            <Table.Th>{t("columns.examples")}</Table.Th>
            <Table.Th w={156}>{t("columns.distribution")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map((column) => (
            <ColumnRow key={column.name} datasetId={datasetId} column={column} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function ColumnRow({ datasetId, column }: { datasetId: string; column: ColumnView }) {
  const { t, format } = useLanguage();
  const decide = useDecide(datasetId);
  const { name, distinct, missing, rows } = column;
  const choose = (role: Role): void => decide.mutate({ kind: "role", attribute: name, role });
  const guessed = column.role === column.guessed_role && !(column.doubtful && column.settled);
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" className={classes.name}>
          {name}
          <Text size="xs" c="dimmed" fw={400}>
            {t("columns.distinct", { count: distinct })}
            {missing ? ` · ${t("columns.missing", { share: format.percent((100 * missing) / rows) })}` : null}
          </Text>
          {column.role === "quasi" && (
            <Anchor component={Link} href={`/hierarchies/${encodeURIComponent(name)}`} size="sm" fw={400}>
              {t("columns.levels")}
            </Anchor>
          )}
        </Table.Th>
        <Table.Td>
          <RoleSelect
            column={column}
            disabled={decide.isPending}
            onChange={choose}
          />
        </Table.Td>
        <Table.Td>
          <Text size="sm" className={classes.reason}>
            {guessed ? column.reason : t("columns.chosen")}
          </Text>
          {column.doubtful && !column.settled ? (
            <RoleQuestions name={name} disabled={decide.isPending} onAnswer={choose} />
          ) : null}
          {column.options.length > 0 ? <RoleOptions column={column} disabled={decide.isPending} onChoose={choose} /> : null}
        </Table.Td>
        <Table.Td>
          <Text size="sm" c="dimmed" className={classes.examples} lineClamp={2} title={column.examples.join(", ")}>
            {column.examples.join(", ")}
          </Text>
        </Table.Td>
        <Table.Td>
          {distinct > 1 && distinct === rows - missing ? (
            <Text size="xs" c="dimmed">
              {t("columns.allDifferent")}
            </Text>
          ) : (
            <MiniBars name={name} bars={column.histogram} />
          )}
        </Table.Td>
      </Table.Tr>
      {decide.error ? (
        <Table.Tr>
          <Table.Td colSpan={5}>
            <ChangeError title={t("columns.failed", { name })} change={decide} />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
}
