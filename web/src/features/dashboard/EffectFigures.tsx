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
  return (
    <>
      {GAUGES.map((name) => (
        <ChangeGauge
          key={name}
          limit={limits[name]}
          before={now[name]}
          after={effect[name]}
          beforeText={figures.brief(now[name])}
          afterText={figures.brief(effect[name])}
          word={figures.word(effect[name], name)}
          caption={captions ? t(`dashboard.gauges.${name}`) : undefined}
          sentence={t("dashboard.gauges.change", {
            name: t(`dashboard.gauges.${name}`),
            before: figures.percent(now[name]),
            after: figures.percent(effect[name]),
            word: figures.word(effect[name], name),
          })}
        />
      ))}
      {distributionName !== undefined && <MiniDistribution buckets={effect.distribution} name={distributionName} />}
    </>
  );
}
