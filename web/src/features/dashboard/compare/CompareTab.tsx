/** Before and after: the whole table in figures, each column in distributions, and what that means for the use. */
import { useId, type ReactElement } from "react";
import type { Comparison, MeasuredView } from "@/api/types";
import { FOCUSABLE } from "@/components/focusable";
import type { Translate } from "@/i18n/catalogue";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useComparison } from "../api/derived";
import { PaneState } from "../PaneState";
import { ComparedCard } from "./ComparedCard";
import classes from "./CompareTab.module.css";
import { WholeTable } from "./WholeTable";

export function CompareTab({ view }: { view: MeasuredView }): ReactElement {
  const query = useComparison(view.id, view.revision, view.goal.use);
  return <PaneState query={query}>{(comparison) => <Sides comparison={comparison} />}</PaneState>;
}

/** So many sensitive and side columns are compared at most (`MOST_COLUMNS` of the server). */
const MOST = 60;

/** Why columns are not compared: their values are too many, or the columns are. */
function whyNot(t: Translate, compared: Comparison["attributes"], names: string): string {
  const full = compared.filter(({ role }) => role !== "quasi").length >= MOST;
  return full ? t("dashboard.compare.uncomparedMany", { names, count: MOST }) : t("dashboard.compare.uncompared", { names });
}

function Sides({ comparison }: { comparison: Comparison }): ReactElement {
  const { t } = useLanguage();
  const title = useId();
  const { attributes, before, after, effect, uncompared } = comparison;
  return (
    <div className={classes.tab}>
      <div className={classes.scroll}>
        <WholeTable before={before} after={after} />
        {effect.length > 0 && (
          <section aria-labelledby={title}>
            <h2 id={title} className={classes.effect}>
              {t("dashboard.compare.effect")}
            </h2>
            {effect.map((sentence) => (
              <p key={sentence} className={classes.sentence}>
                {sentence}
              </p>
            ))}
          </section>
        )}
      </div>
      <div className={classes.scroll} role="group" aria-label={t("dashboard.tabs.compare")} {...FOCUSABLE}>
        <div className={classes.cards}>
          {attributes.map((attribute) => (
            <ComparedCard key={attribute.name} attribute={attribute} />
          ))}
        </div>
        {uncompared.length > 0 && <p className={classes.sentence}>{whyNot(t, attributes, uncompared.join(", "))}</p>}
      </div>
    </div>
  );
}
