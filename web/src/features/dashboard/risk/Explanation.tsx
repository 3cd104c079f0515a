/** What causes the risk, and what would lower it most. */
import type { ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { useVerdict } from "@/api/verdict";
import { FOCUSABLE } from "@/components/focusable";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./RiskPane.module.css";

export function Explanation({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const { data: verdict, isPlaceholderData } = useVerdict(view);
  // What to do next is said by the verdict alone, and never by an old one.
  const advice = isPlaceholderData ? undefined : verdict?.next_step?.words;
  const title = t("dashboard.explanation.title");
  return (
    <div className={classes.explanation}>
      <div className={classes.heading}>
        <Explained text={title} by={<Term name="unique" />} />
      </div>
      {/* Scrolled with the keyboard too, so it can be focused. */}
      <div className={`${classes.scroll} ${classes.more}`} role="group" aria-label={title} {...FOCUSABLE}>
        <p className={classes.words}>{unbroken(advice === undefined ? view.risk.explanation : [...view.risk.explanation, advice])}</p>
      </div>
    </div>
  );
}

/** Sentences in which no line ends between a figure and its percent sign. */
const unbroken = (sentences: readonly string[]): string => sentences.join(" ").replaceAll(" %", "\u00a0%");
