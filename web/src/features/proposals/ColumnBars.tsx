/** What is left of each column, as small bars one below the other. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { ProposedColumn } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Proposals.module.css";

export function ColumnBars({ columns }: { columns: readonly ProposedColumn[] }): ReactElement {
  const { t, format } = useLanguage();
  const shown = columns.filter(({ role }) => role === "quasi");
  return (
    <div>
      <Text size="sm" fw={600}>
        {t("proposals.columns")}
      </Text>
      <ul className={classes.bars} aria-label={t("proposals.columns")}>
        {shown.map(({ name, kept, words }) => (
          <li key={name} title={t("proposals.kept", { name, share: format.percent(100 * kept, 0), words })}>
            <span className={classes.barName}>{name}</span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.fill} style={{ width: `${100 * kept}%` }} />
            </span>
            <span className={`numeric ${classes.share}`}>{format.percent(100 * kept, 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
