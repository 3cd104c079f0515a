/** Which attributes and which values make people stand out, in percent of all score. */
import type { ReactElement } from "react";
import chartClasses from "@/charts/charts.module.css";
import type { StandOuts } from "@/api/types";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import classes from "./SubsetsTab.module.css";

interface Share {
  label: string;
  share: number;
}

export function Shares({ found }: { found: StandOuts }): ReactElement {
  const { t } = useLanguage();
  const attributes = Object.entries(found.attributes)
    .map(([label, share]) => ({ label, share }))
    .sort((a, b) => b.share - a.share);
  const values = found.values.map(({ attribute, value, share }) => ({ label: t("subsets.guide.value", { attribute, value }), share }));
  return (
    <div className={classes.scroll} role="group" aria-label={t("subsets.standouts.attributes")} {...FOCUSABLE}>
      <ShareList title={t("subsets.standouts.attributes")} shares={attributes} />
      <ShareList title={t("subsets.standouts.values")} shares={values} />
    </div>
  );
}

const MOST = 40;

function ShareList({ title, shares }: { title: string; shares: readonly Share[] }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const highest = Math.max(...shares.map(({ share }) => share), 1e-9);
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <ul className={chartClasses.sideBars} aria-label={title}>
        {shares.slice(0, MOST).map(({ label, share }) => (
          <li key={label} className={classes.share}>
            <span className={chartClasses.sideLabel} title={label}>
              {label}
            </span>
            <span aria-hidden="true">
              <span className={chartClasses.sideFill} style={{ width: `${(100 * share) / highest}%` }} />
            </span>
            <span className={chartClasses.sideRows} title={t("subsets.standouts.share", { share: figures.percent(share) })}>
              {figures.brief(share)} %
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
