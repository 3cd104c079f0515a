/** What a point of the trade-off does to the data, and the way to it. */
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import type { FrontPoint, MeasuredView } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { EffectFigures } from "../../EffectFigures";
import { useFigures } from "@/charts/useFigures";
import { useGoTo, usePreview } from "../api";
import classes from "../AutomaticTab.module.css";
import { recodingOf, UndoRecoding } from "../RecodedNotice";

interface PointFiguresProps {
  view: MeasuredView;
  point: FrontPoint;
  rows: number;
}

/** The distribution is asked for once the point rests this long. */
const REST = 120;

export function PointFigures({ view, point, rows }: PointFiguresProps): ReactElement {
  const { t } = useLanguage();
  const figures = useFigures();
  const goTo = useGoTo(view.id);
  const [rested] = useDebouncedValue(point, REST);
  const recoding = recodingOf(view);
  const preview = usePreview(view.id, view.revision, rested);
  const distribution = preview.data?.risk.distribution ?? [];
  return (
    <>
      <div className={classes.gauges}>
        <EffectFigures
          captions
          now={view.risk}
          effect={{ ...point, distribution }}
          distributionName={t("automatic.front.distribution", { bars: figures.bars(distribution) })}
        />
      </div>
      <div className={classes.apply}>
        <span className="numeric">
          {t("dashboard.rows.leaves", { count: point.suppressed_rows, share: figures.share(point.suppressed_rows / Math.max(rows, 1)) })}
        </span>
        {recoding ? (
          <UndoRecoding other view={view} recoding={recoding} />
        ) : (
          <Button size="compact-sm" loading={goTo.isPending} onClick={() => goTo.mutate({ levels: point.levels, k: point.k })}>
            {t("automatic.front.apply")}
          </Button>
        )}
      </div>
      <ChangeError change={goTo} />
      <Levels view={view} point={point} />
    </>
  );
}

/** The steps that lead there: a level for each attribute, and k. */
function Levels({ view, point }: { view: MeasuredView; point: FrontPoint }): ReactElement {
  const { t } = useLanguage();
  const heights = new Map(view.attributes.map(({ name, height }) => [name, height]));
  return (
    <ul className={classes.levels} aria-label={t("automatic.front.levels")} {...FOCUSABLE}>
      {Object.entries(point.levels).map(([name, level]) => (
        <li key={name}>
          {name} <strong>{`${level}/${heights.get(name) ?? 0}`}</strong>
        </li>
      ))}
      <li>{point.k > 1
          ? t("automatic.front.groups", { k: point.k, smallest: point.smallest })
          : t("automatic.front.allGroups", { smallest: point.smallest })}</li>
    </ul>
  );
}
