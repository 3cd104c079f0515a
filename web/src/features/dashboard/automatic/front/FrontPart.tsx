/** All states worth choosing from: go along them, see what each does, apply one. */
import { Button, NativeSelect, NumberInput, Slider, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Front, FrontPoint, MeasuredView } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import { PaneState } from "../../PaneState";
import { useFront } from "../api";
import classes from "../AutomaticTab.module.css";
import { curveOf, nearest, reachedK, smallestLoss, withinLimit, type RiskName } from "./choosing";
import { FrontChart } from "./FrontChart";
import { PointFigures } from "./PointFigures";

const RISKS: readonly RiskName[] = ["highest_risk", "average_risk"];

export function FrontPart({ view }: { view: MeasuredView }): ReactElement {
  const query = useFront(view.id, view.revision);
  return <PaneState query={query}>{(front) => <TradeOff view={view} front={front} />}</PaneState>;
}

interface Wanted {
  k: number;
  share: number;
}

function TradeOff({ view, front }: { view: MeasuredView; front: Front }): ReactElement {
  const { t, format } = useLanguage();
  const [risk, setRisk] = useState<RiskName>("highest_risk");
  const [wanted, want] = useState<Wanted>({ k: 5, share: 0.01 });
  const [picked, pick] = useState<FrontPoint | undefined>(() => smallestLoss(front, 5, 0.01));
  const [failed, setFailed] = useState(false);
  const curve = curveOf(withinLimit(front, wanted.share), risk);
  const at = placeOf(curve, risk, picked);
  const point = curve[at];
  if (!point) return <EmptyState icon="search" title={t("automatic.front.none")} text={t("automatic.front.noneHint")} />;

  function findSmallest(): void {
    const found = smallestLoss(front, wanted.k, wanted.share);
    setFailed(!found);
    if (!found) return;
    setRisk("highest_risk");
    pick(found);
  }

  return (
    <div className={classes.front}>
      <div className={classes.column}>
        <div className={classes.frontHead}>
          <NativeSelect
            size="xs"
            aria-label={t("automatic.front.risk")}
            value={risk}
            data={RISKS.map((name) => ({ value: name, label: t(`dashboard.gauges.${name}`) }))}
            onChange={(event) => setRisk(event.currentTarget.value as RiskName)}
          />
          <span className={classes.dimmed}>
            {t("automatic.front.counts", { points: format.number(front.points.length), states: format.number(front.states) })}
          </span>
          <Term name="tradeoff" />
        </div>
        <FrontChart points={front.points} curve={curve} at={at} risk={risk} now={view.risk} onPick={(index) => pick(curve[index])} />
        <PointSlider curve={curve} at={at} onPick={(index) => pick(curve[index])} />
      </div>
      <div className={classes.column}>
        <Smallest wanted={wanted} failed={failed} onChange={want} onFind={findSmallest} />
        <PointFigures view={view} point={point} rows={front.rows} />
      </div>
    </div>
  );
}

/** Where the picked point lies, or what is nearest to it on another curve. */
function placeOf(curve: readonly FrontPoint[], risk: RiskName, picked: FrontPoint | undefined): number {
  if (!picked) return 0;
  const at = curve.indexOf(picked);
  return at >= 0 ? at : nearest(curve, risk, picked.utility_loss, picked[risk]);
}

interface PointSliderProps {
  curve: readonly FrontPoint[];
  at: number;
  onPick: (index: number) => void;
}

function PointSlider({ curve, at, onPick }: PointSliderProps): ReactElement | null {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const point = curve[at];
  if (!point) return null;
  return (
    <Slider
      size="sm"
      mx={8}
      min={0}
      max={Math.max(curve.length - 1, 1)}
      disabled={curve.length < 2}
      value={at}
      onChange={onPick}
      label={null}
      thumbLabel={t("automatic.front.slider")}
      thumbValueText={t("automatic.front.valueText", {
        at: at + 1,
        count: curve.length,
        average: figures.percent(point.average_risk),
        highest: figures.percent(point.highest_risk),
        loss: figures.percent(point.utility_loss),
        k: format.number(Math.floor(Math.min(reachedK(point), 1e9) + 1e-9)),
        rows: format.number(point.suppressed_rows),
      })}
    />
  );
}

interface SmallestProps {
  wanted: Wanted;
  failed: boolean;
  onChange: (wanted: Wanted) => void;
  onFind: () => void;
}

/** "Smallest loss with k ≥ 5 and at most 1 % rows lost", in one click. */
function Smallest({ wanted, failed, onChange, onFind }: SmallestProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.smallest}>
      <span>{t("automatic.front.smallest")}</span>
      <NumberInput
        size="xs"
        w={62}
        min={2}
        max={100}
        allowDecimal={false}
        aria-label={t("automatic.k")}
        value={wanted.k}
        onChange={(k) => typeof k === "number" && onChange({ ...wanted, k })}
      />
      <span>{t("automatic.front.and")}</span>
      <NumberInput
        size="xs"
        w={74}
        min={0}
        max={100}
        decimalScale={2}
        suffix=" %"
        aria-label={t("automatic.limit")}
        value={Math.round(wanted.share * 1e6) / 1e4}
        onChange={(share) => typeof share === "number" && onChange({ ...wanted, share: share / 100 })}
      />
      <span>{t("automatic.front.lost")}</span>
      <Button size="compact-sm" variant="default" onClick={onFind}>
        {t("automatic.front.find")}
      </Button>
      <Text size="xs" role="status" c="var(--mantine-color-error)">
        {failed ? t("automatic.front.noSuch") : ""}
      </Text>
    </div>
  );
}
