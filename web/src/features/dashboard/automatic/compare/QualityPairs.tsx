/** What two results leave of each attribute: two bars under one another, A and B. */
import type { ReactElement } from "react";
import type { ComparedDetail, ResultComparison } from "@/api/types";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import classes from "../AutomaticTab.module.css";
import { percentLeft } from "../runNames";

/** In the order of the first result; what only the second has comes last. */
export function QualityPairs({ pairs }: { pairs: ResultComparison["attributes"] }): ReactElement {
  const { t } = useLanguage();
  return (
    <ul className={classes.pairs} aria-label={t("automatic.result.quality")} {...FOCUSABLE}>
      {pairs.map(({ name, one, other }) => (
        <li key={name} className={classes.pair}>
          <span className={classes.qualityName} title={name}>
            {name}
          </span>
          <span>
            <Bar side="A" judged={one} />
            <Bar side="B" judged={other} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Bar({ side, judged }: { side: "A" | "B"; judged: ComparedDetail | null }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const left = judged ? percentLeft(judged.quality) : 0;
  return (
    <span className={classes.pairBar}>
      <span>{side}</span>
      <span className={classes.track} aria-hidden="true">
        <span className={side === "A" ? classes.fill : classes.fillOther} style={{ width: `${left.toFixed(2)}%` }} />
      </span>
      <span className={classes.qualityValue}>{judged ? figures.share(left / 100) : "–"}</span>
      <span className={classes.qualityLevel}>
        {judged && (judged.level === null ? t("automatic.result.rowByRow") : t("automatic.result.level", { level: judged.level }))}
      </span>
    </span>
  );
}
