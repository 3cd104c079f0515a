/** Those who stand out most, each with what gives them away. */
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRiskyRows } from "../api/derived";
import { PaneState } from "../PaneState";
import { RiskyRows } from "./RiskyRows";
import classes from "./RowsTab.module.css";

export function RiskyPeople({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const risky = useRiskyRows(view.id, view.revision);
  return (
    <div className={classes.risky}>
      <div>
        <h2 className={classes.title}>
          {t("dashboard.rows.risky")}
          <span className={classes.explainedLegend}>
            <span className={classes.legend} aria-hidden="true">
              <span className={classes.marked}>{t("dashboard.rows.marked")}</span>
            </span>
            <Term name="giveaway" />
          </span>
        </h2>
        {view.place === null ? null : <p className={classes.numbers}>{t("place.numbers")}</p>}
      </div>
      <PaneState query={risky}>{(rows) => <RiskyRows rows={rows} />}</PaneState>
    </div>
  );
}
