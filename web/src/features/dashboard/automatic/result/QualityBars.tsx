/** How much of each attribute is left, the most important first; one of them is looked at. */
import type { ReactElement } from "react";
import type { JudgedAttribute } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import classes from "../AutomaticTab.module.css";
import { percentLeft } from "../runNames";

interface QualityBarsProps {
  attributes: readonly JudgedAttribute[];
  picked: string | undefined;
  onPick: (name: string) => void;
}

export function QualityBars({ attributes, picked, onPick }: QualityBarsProps): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  return (
    <ul className={classes.qualities} aria-label={t("automatic.result.quality")}>
      {attributes.map(({ name, rank, quality, level }) => (
        <li key={name}>
          <button type="button" className={classes.quality} aria-pressed={name === picked} onClick={() => onPick(name)}>
            <span className={classes.rank}>{rank}</span>
            <span className={classes.qualityName} title={name}>
              {name}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.fill} style={{ width: `${percentLeft(quality).toFixed(2)}%` }} />
            </span>
            <span className={classes.qualityValue}>{figures.share(percentLeft(quality) / 100)}</span>
            <span className={classes.qualityLevel}>
              {level === null ? t("automatic.result.rowByRow") : t("automatic.result.level", { level })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
