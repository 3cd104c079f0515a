/** Leave out the rows that stand out most: k is tried before it is applied. */
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRecommendations, useRiskyRows } from "../api/derived";
import { PaneState } from "../PaneState";
import { RiskyRows } from "./RiskyRows";
import classes from "./RowsTab.module.css";
import { SuppressionStep } from "./SuppressionStep";

export function RowsTab({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const advice = useRecommendations(view.id, view.revision);
  const held = useHeldFocus();
  const risky = useRiskyRows(view.id, view.revision);
  return (
    <div className={classes.tab}>
      <div className={classes.choice} {...held}>
        <PaneState query={advice}>
          {(data) => <SuppressionStep key={`${data.k} ${JSON.stringify(data.state)}`} view={view} advice={data} />}
        </PaneState>
      </div>
      <div className={classes.risky}>
        <h2 className={classes.title}>{t("dashboard.rows.risky")}</h2>
        <PaneState query={risky}>{(rows) => <RiskyRows rows={rows} />}</PaneState>
      </div>
    </div>
  );
}
