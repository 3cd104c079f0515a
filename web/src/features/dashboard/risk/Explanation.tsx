/** What causes the risk, and what would lower it most. */
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./RiskPane.module.css";

export function Explanation({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const title = t("dashboard.explanation.title");
  return (
    <div className={classes.explanation}>
      <div className={classes.heading}>{title}</div>
      {/* Scrolled with the keyboard too, so it can be focused. */}
      <div className={`${classes.scroll} ${classes.more}`} role="group" aria-label={title} {...FOCUSABLE}>
        <p className={classes.words}>{unbroken(view.risk.explanation)}</p>
      </div>
    </div>
  );
}

/** Sentences in which no line ends between a figure and its percent sign. */
const unbroken = (sentences: readonly string[]): string => sentences.join(" ").replaceAll(" %", "\u00a0%");
