/** All states worth choosing from: go along them, see what each does, apply one. */
import { Button, NativeSelect, NumberInput, SegmentedControl, Slider, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Front, FrontPoint, LocalPoint, MeasuredView } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import { PaneState } from "../../PaneState";
import { useFront } from "../api";
import classes from "../AutomaticTab.module.css";
import { curveOf, localLine, nearest, reachedK, smallestLoss, withinLimit, type Drawn, type RiskName } from "./choosing";
import { FrontChart } from "./FrontChart";
import { useLocalFront, type LocalSearch } from "./localFront";
import { LocalPart } from "./LocalPart";
import { PointFigures } from "./PointFigures";

const RISKS: readonly RiskName[] = ["highest_risk", "average_risk"];

/** One level for all rows, or each row its own. */
type Series = "states" | "rows";

interface FrontPartProps {
  view: MeasuredView;
  onShow: (run: string) => void;
}

/** Where there are too many states to try them all, there are still results row by row. */
const NO_STATES: Omit<Front, "rows"> = { states: 0, guarded: false, points: [] };

export function FrontPart({ view, onShow }: FrontPartProps): ReactElement {
  const query = useFront(view.id, view.revision);
  const local = useLocalFront(view);
  if (query.error && query.data === undefined && local.front) {
    const front = { ...NO_STATES, rows: local.front.rows };
    return <TradeOff view={view} front={front} local={local} error={query.error} onShow={onShow} />;
  }
  return <PaneState query={query}>{(front) => <TradeOff view={view} front={front} local={local} error={null} onShow={onShow} />}</PaneState>;
}

interface Wanted {
  k: number;
  share: number;
}

interface TradeOffProps extends FrontPartProps {
  front: Front;
  local: LocalSearch;
  /** Why there are no states to choose from. */
  error: Error | null;
}

function TradeOff({ view, front, local, error, onShow }: TradeOffProps): ReactElement {
  const { t, format } = useLanguage();
  const [risk, setRisk] = useState<RiskName>("highest_risk");
  const [series, setSeries] = useState<Series>(error || local.front?.job ? "rows" : "states");
  const [wanted, want] = useState<Wanted>({ k: 5, share: 0.01 });
  const [picked, pick] = useState<FrontPoint | undefined>(() => smallestLoss(front, 5, 0.01));
  const [result, show] = useState<LocalPoint>();
  const [failed, setFailed] = useState(false);
  const curve = curveOf(withinLimit(front, wanted.share), risk);
  const points = local.front?.points ?? [];
  const results = localLine(points);
  const byRow = series === "rows";
  const at = byRow ? placeOf(results, risk, results.find(({ run }) => run === result?.run) ?? result) : placeOf(curve, risk, picked);
  const point = curve[at];

  function move(index: number): void {
    if (byRow) show(results[index]);
    else pick(curve[index]);
  }

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
        <FrontChart points={front.points} curve={curve} local={points} line={byRow ? results : curve} at={at} risk={risk} now={view.risk} onPick={move} />
        <PointSlider curve={byRow ? results : curve} at={at} onPick={move} />
      </div>
      <div className={classes.column}>
        <SegmentedControl
          size="xs"
          aria-label={t("automatic.front.series")}
          value={series}
          onChange={(name) => setSeries(name)}
          data={[
            { value: "states", label: t("automatic.front.states") },
            { value: "rows", label: t("automatic.front.rowByRow") },
          ]}
        />
        {byRow && <LocalPart view={view} local={local} point={results[at]} onShow={onShow} />}
        {!byRow && <ErrorNotice error={error} />}
        {!byRow && !error && (
          <>
            <Smallest wanted={wanted} failed={failed} onChange={want} onFind={findSmallest} />
            {point ? (
              <PointFigures view={view} point={point} rows={front.rows} />
            ) : (
              <EmptyState icon="search" title={t("automatic.front.none")} text={t("automatic.front.noneHint")} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Where the picked point lies, or what is nearest to it on another curve. */
function placeOf<Point extends Drawn>(curve: readonly Point[], risk: RiskName, picked: Point | undefined): number {
  if (!picked) return 0;
  const at = curve.indexOf(picked);
  return at >= 0 ? at : nearest(curve, risk, picked.utility_loss, picked[risk]);
}

interface PointSliderProps {
  curve: readonly Drawn[];
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
