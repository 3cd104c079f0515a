/** The tables that can be queried, with their columns, and a way to take them off again. */
import { ActionIcon, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRemoveTable } from "../api";
import type { QueryTable } from "@/api/types";
import classes from "./Sources.module.css";

export function QueryTableList({ tables }: { tables: readonly QueryTable[] }): ReactElement {
  const { t } = useLanguage();
  const take = useRemoveTable();
  const held = useHeldFocus();
  return (
    <>
      <h2 className={classes.title}>{t("query.tables.title")}</h2>
      <ErrorNotice error={take.error} onClose={() => take.reset()} />
      {tables.length ? (
        <div className={classes.tables} role="group" aria-label={t("query.tables.title")} {...held}>
          {tables.map(({ name, rows, columns }) => (
            <div key={name} className={classes.tableRow}>
              <details>
                <summary title={name}>{name}</summary>
                <p className={classes.tableColumns}>{columns.map((column) => column.name).join(", ")}</p>
              </details>
              <span className={classes.count}>{t("app.rows", { count: rows })}</span>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t("query.tables.remove", { name })}
                onClick={() => take.mutate(name)}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </div>
          ))}
        </div>
      ) : (
        <Text size="xs" c="dimmed">
          {t("query.tables.none")}
        </Text>
      )}
    </>
  );
}
