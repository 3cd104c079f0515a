/** Leave out the rows that stand out most: k is tried before it is applied. */
import type { ReactElement } from "react";
import type { MeasuredView, Recommendations } from "@/api/types";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRecommendations, useRiskyRows } from "../api/derived";
import { RecodedNotice, recodingOf } from "../automatic/RecodedNotice";
import { PaneState } from "../PaneState";
import { RiskyRows } from "./RiskyRows";
import classes from "./RowsTab.module.css";
import { SuppressionStep } from "./SuppressionStep";

export function RowsTab({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const advice = useRecommendations(view.id, view.revision);
  const held = useHeldFocus();
  const recoding = recodingOf(view);
  const risky = useRiskyRows(view.id, view.revision);
  return (
    <div className={classes.tab}>
      <div className={classes.choice} {...held}>
        {recoding ? (
          <RecodedNotice view={view} recoding={recoding} />
        ) : (
          <PaneState query={advice}>
            {(data) => <SuppressionStep key={keyOf(data)} view={view} advice={data} />}
          </PaneState>
        )}
      </div>
      <div className={classes.risky}>
        <div>
          <h2 className={classes.title}>
            {t("dashboard.rows.risky")}
            <span className={classes.legend} aria-hidden="true">
              <span className={classes.marked}>{t("dashboard.rows.marked")}</span>
            </span>
          </h2>
          {view.place === null ? null : <p className={classes.numbers}>{t("place.numbers")}</p>}
        </div>
        <PaneState query={risky}>{(rows) => <RiskyRows rows={rows} />}</PaneState>
      </div>
    </div>
  );
}

/** Another state, or another choice of k, starts at its first k. */
function keyOf({ k, state, suppression }: Recommendations): string {
  return `${k} ${suppression.length} ${JSON.stringify(state)}`;
}
