/** Before and after: the whole table in figures, each attribute in distributions. */
import type { ReactElement } from "react";
import type { Comparison, MeasuredView } from "@/api/types";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useComparison } from "../api/derived";
import { PaneState } from "../PaneState";
import { ComparedCard } from "./ComparedCard";
import classes from "./CompareTab.module.css";
import { WholeTable } from "./WholeTable";

export function CompareTab({ view }: { view: MeasuredView }): ReactElement {
  const query = useComparison(view.id, view.revision);
  return <PaneState query={query}>{(comparison) => <Sides comparison={comparison} />}</PaneState>;
}

function Sides({ comparison }: { comparison: Comparison }): ReactElement {
  const { t } = useLanguage();
  const { attributes, before, after } = comparison;
  return (
    <div className={classes.tab}>
      <div className={classes.scroll}>
        <WholeTable before={before} after={after} />
      </div>
      <div className={classes.scroll} role="group" aria-label={t("dashboard.tabs.compare")} {...FOCUSABLE}>
        <div className={classes.cards}>
          {attributes.map((attribute) => (
            <ComparedCard key={attribute.name} attribute={attribute} />
          ))}
        </div>
      </div>
    </div>
  );
}
