/** How much each column gives people away: what the average risk would be if the column were hidden. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Link } from "wouter";
import type { Generalization, MeasuredView, Recommendations } from "@/api/types";
import { useFigures } from "@/charts/useFigures";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRecommendations } from "../api/derived";
import { PaneState } from "../PaneState";
import classes from "./ColumnCauses.module.css";

export function ColumnCauses({ view }: { view: MeasuredView }): ReactElement {
  const query = useRecommendations(view.id, view.revision);
  return <PaneState query={query}>{(advice) => <Bars advice={advice} />}</PaneState>;
}

interface Cause {
  name: string;
  /** The average risk without the column. */
  without: number;
  falls: number;
}

/** Those that matter most first. */
export function causesOf({ generalizations, now }: Pick<Recommendations, "generalizations" | "now">): Cause[] {
  return generalizations
    .flatMap(({ attribute, levels }: Generalization) => {
      const last = levels.at(-1);
      return last ? [{ name: attribute, without: last.average_risk, falls: Math.max(now.average_risk - last.average_risk, 0) }] : [];
    })
    .sort((one, other) => other.falls - one.falls);
}

function Bars({ advice }: { advice: Recommendations }): ReactElement | null {
  const { t } = useLanguage();
  const figures = useFigures();
  const causes = causesOf(advice);
  if (causes.length === 0) return null;
  const now = advice.now.average_risk;
  const most = Math.max(...causes.map(({ falls }) => falls));
  return (
    <div>
      <h2 className={classes.title}>{t("journey.see.causes")}</h2>
      <Text size="sm" c="dimmed">
        {t("journey.see.causesHint", { now: figures.percent(now) })}
      </Text>
      <ul className={classes.list} aria-label={t("journey.see.causes")}>
        {causes.map(({ name, without, falls }) => (
          <li key={name}>
            <Link
              href={`/safe?${new URLSearchParams({ tab: "attributes", attribute: name }).toString()}`}
              className={classes.cause}
              title={t("journey.see.coarser", { name })}
            >
              <span className={classes.name}>{name}</span>
              <span className={classes.track} aria-hidden="true">
                <span className={classes.fall} style={{ width: most > 0 ? `${(100 * falls) / most}%` : 0 }} />
              </span>
              <span className={classes.figure}>{t("journey.see.without", { risk: figures.percent(without) })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
