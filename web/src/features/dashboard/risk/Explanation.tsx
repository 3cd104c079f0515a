/** What causes the risk, whether it is safe enough for its purpose, and what to do next. */
import { Badge, NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useCatalogue } from "@/api/dataset";
import type { AdviceView, MeasuredView, Preset } from "@/api/types";
import { Icon } from "@/components/Icon";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import { usePreset } from "./preset";
import classes from "./RiskPane.module.css";
import { isSafe, judge, type Criterion } from "./verdict";

export function Explanation({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const { data: catalogue } = useCatalogue();
  const [preset, choose] = usePreset(catalogue?.presets ?? []);
  const criteria = preset ? judge(preset, view.risk) : [];
  return (
    <div className={classes.explanation}>
      <div className={classes.heading}>
        {preset && catalogue ? (
          <>
            <Verdict safe={isSafe(criteria)} />
            <NativeSelect
              size="xs"
              ml="auto"
              styles={{ input: { minHeight: 26, height: 26, lineHeight: "24px" } }}
              aria-label={t("dashboard.explanation.preset")}
              title={preset.explanation}
              value={preset.name}
              data={catalogue.presets.map(({ name, title }) => ({ value: name, label: title }))}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          </>
        ) : (
          t("dashboard.explanation.title")
        )}
      </div>
      {/* Scrolled with the keyboard too, so it can be focused. */}
      <div className={`${classes.scroll} ${classes.more}`} role="group" aria-label={t("dashboard.explanation.title")} {...FOCUSABLE}>
        {preset && <Criteria criteria={criteria} />}
        <p className={classes.words}>
          {unbroken(view.risk.explanation)}
        </p>
        <Advice advice={view.advice} preset={preset} />
      </div>
    </div>
  );
}

/** Sentences in which no line ends between a figure and its percent sign. */
const unbroken = (sentences: readonly string[]): string => sentences.join(" ").replaceAll(" %", "\u00a0%");

function Verdict({ safe }: { safe: boolean }): ReactElement {
  const { t } = useLanguage();
  return (
    <Badge
      size="md"
      color={safe ? "green.9" : "red.9"}
      variant="filled"
      tt="none"
      leftSection={<Icon name={safe ? "check" : "alert"} size={12} />}
    >
      {t(safe ? "dashboard.explanation.safe" : "dashboard.explanation.unsafe")}
    </Badge>
  );
}

function Criteria({ criteria }: { criteria: readonly Criterion[] }): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  if (criteria.length === 0) return <p className={classes.words}>{t("dashboard.explanation.noRows")}</p>;
  return (
    <ul className={classes.criteria}>
      {criteria.map(({ limit, value, wanted, met }) => {
        const write = limit === "smallest" ? format.number : figures.percent;
        return (
          <li key={limit} className={classes.criterion}>
            <span
              role="img"
              aria-label={t(met ? "dashboard.explanation.met" : "dashboard.explanation.missed")}
              className={met ? classes.met : classes.missed}
            >
              <Icon name={met ? "check" : "close"} size={12} />
            </span>
            {t(`dashboard.explanation.${limit}`, { value: write(value), limit: write(wanted) })}
          </li>
        );
      })}
    </ul>
  );
}

function Advice({ advice, preset }: { advice: AdviceView; preset: Preset | undefined }): ReactElement | null {
  const { t } = useLanguage();
  const judged = advice.presets.find(({ name }) => name === preset?.name);
  const sentences = judged?.sentences ?? advice.sentences;
  if (sentences.length === 0) return null;
  return (
    <p className={classes.words}>
      <strong>{t("dashboard.explanation.next")}: </strong>
      {unbroken(sentences)}
    </p>
  );
}
