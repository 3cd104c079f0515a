/** What each attribute keeps of its information now, without ranks and at best, the most important first. */
import { VisuallyHidden } from "@mantine/core";
import type { ReactElement } from "react";
import type { AutomaticRun, JudgedAttribute, KeptInformation } from "@/api/types";
import { Explained, HelpText } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import classes from "./QualityBars.module.css";
import { percentLeft } from "../runNames";

const SIGNS = ["now", "unranked", "best"] as const;

interface QualityBarsProps {
  run: AutomaticRun;
  picked: string | undefined;
  onPick: (name: string) => void;
}

export function QualityBars({ run, picked, onPick }: QualityBarsProps): ReactElement {
  const { t } = useLanguage();
  const title = t("automatic.result.quality");
  return (
    <>
      <div className={classes.names}>
        <h2 className={classes.title}>
          <Explained text={title} by={<HelpText title={title} text={t("automatic.result.kept.help")} />} />
        </h2>
        {SIGNS.map((sign) => (
          <span key={sign} className={classes[sign]} aria-hidden="true">
            {t(`automatic.result.kept.${sign}`)}
          </span>
        ))}
      </div>
      <ul className={classes.list} aria-label={title}>
        {run.attributes.map((attribute) => (
          <li key={attribute.name}>
            <button type="button" className={classes.attribute} aria-pressed={attribute.name === picked} onClick={() => onPick(attribute.name)}>
              <Line attribute={attribute} kept={run.result.kept.find((one) => one.attribute === attribute.name)} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Line({ attribute, kept }: { attribute: JudgedAttribute; kept: KeptInformation | undefined }): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const { name, rank, quality, level } = attribute;
  const share = (value: number | null | undefined): string | null => (value == null ? null : figures.share(percentLeft(value) / 100));
  const now = share(quality) ?? "";
  const unranked = share(kept?.unranked);
  const best = share(kept?.best);
  const sentences = [
    t("automatic.result.kept.sentence", { name, now }),
    unranked && t("automatic.result.kept.sentenceUnranked", { unranked }),
    best && t("automatic.result.kept.sentenceBest", { best }),
    level !== null && t("automatic.result.level", { level }),
  ];
  return (
    <>
      <VisuallyHidden>{sentences.filter(Boolean).join(", ")}</VisuallyHidden>
      <span className={classes.rank} aria-hidden="true">
        {rank}
      </span>
      <span className={classes.name} title={name} aria-hidden="true">
        {name}
        {level !== null && <span className={classes.level}>{t("automatic.result.level", { level })}</span>}
      </span>
      <Bar now={quality} kept={kept} />
      <strong className={classes.figure} aria-hidden="true">
        {now}
      </strong>
      <span className={classes.figure} aria-hidden="true">
        {unranked ?? "–"}
      </span>
      <span className={classes.figure} aria-hidden="true">
        {best ?? "–"}
      </span>
    </>
  );
}

/** Filled up to what is kept now, shaded up to the best, with a mark where it would be without ranks. */
function Bar({ now, kept }: { now: number; kept: KeptInformation | undefined }): ReactElement {
  const width = (value: number): string => `${percentLeft(value).toFixed(2)}%`;
  return (
    <span className={classes.track} aria-hidden="true">
      {kept?.best != null && <span className={classes.room} style={{ width: width(kept.best) }} />}
      <span className={classes.fill} style={{ width: width(now) }} />
      {kept?.unranked != null && <span className={classes.mark} style={{ left: width(kept.unranked) }} />}
    </span>
  );
}
