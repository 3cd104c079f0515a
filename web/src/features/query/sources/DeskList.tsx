/** The tables that can be queried, with their columns, and a way to take them off again. */
import { ActionIcon, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useTakeTable } from "../api";
import type { QueryTable } from "@/api/types";
import classes from "./Sources.module.css";

export function DeskList({ tables }: { tables: readonly QueryTable[] }): ReactElement {
  const { t } = useLanguage();
  const take = useTakeTable();
  const held = useHeldFocus();
  return (
    <>
      <h2 className={classes.title}>{t("query.desk.title")}</h2>
      <ErrorNotice error={take.error} onClose={() => take.reset()} />
      {tables.length ? (
        <div className={classes.laid} role="group" aria-label={t("query.desk.title")} {...held}>
          {tables.map(({ name, rows, columns }) => (
            <div key={name} className={classes.laidRow}>
              <details>
                <summary title={name}>{name}</summary>
                <p className={classes.laidColumns}>{columns.map((column) => column.name).join(", ")}</p>
              </details>
              <span className={classes.count}>{t("app.rows", { count: rows })}</span>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t("query.desk.take", { name })}
                onClick={() => take.mutate(name)}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </div>
          ))}
        </div>
      ) : (
        <Text size="xs" c="dimmed">
          {t("query.desk.none")}
        </Text>
      )}
    </>
  );
}
