/** The three figures of a step that is only tried, against those of now, and its distribution. */
import type { ReactElement } from "react";
import type { Effect, Gauges } from "@/api/types";
import { ChangeGauge } from "@/charts/ChangeGauge";
import { MiniDistribution } from "@/charts/MiniDistribution";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useLimits } from "@/charts/limits";
import { GAUGES, useFigures } from "@/charts/useFigures";

interface EffectFiguresProps {
  now: Gauges;
  effect: Gauges & Pick<Effect, "distribution">;
  /** Whether each figure says what it is: where no column names stand above. */
  captions?: boolean;
  /** What the distribution is called; without a name it stands elsewhere. */
  distributionName?: string;
}

export function EffectFigures({ now, effect, distributionName, captions = false }: EffectFiguresProps): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const limits = useLimits();
  // Without a row there is no risk to be low.
  const nothing = effect.distribution.every(({ rows }) => rows === 0);
  const text = (name: keyof Gauges, written: (value: number) => string): string => (nothing && name !== "utility_loss" ? "–" : written(effect[name]));
  const word = (name: keyof Gauges): string => (nothing ? t("dashboard.gauges.nothing") : figures.word(effect[name], name));
  return (
    <>
      {GAUGES.map((name) => (
        <ChangeGauge
          key={name}
          limit={limits[name]}
          before={now[name]}
          after={effect[name]}
          beforeText={figures.brief(now[name])}
          afterText={text(name, figures.brief)}
          word={word(name)}
          caption={captions ? t(`dashboard.gauges.${name}`) : undefined}
          sentence={t("dashboard.gauges.change", {
            name: t(`dashboard.gauges.${name}`),
            before: figures.percent(now[name]),
            after: text(name, figures.percent),
            word: word(name),
          })}
        />
      ))}
      {distributionName !== undefined && <MiniDistribution buckets={effect.distribution} name={distributionName} />}
    </>
  );
}
