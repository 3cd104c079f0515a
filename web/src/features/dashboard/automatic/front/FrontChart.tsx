/** Risk against loss of all states worth choosing from; the point on the curve can be dragged. */
import { useElementSize } from "@mantine/hooks";
import { useState, type PointerEvent, type ReactElement } from "react";
import type { FrontPoint, Gauges, LocalPoint } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { nearest, type Drawn, type RiskName } from "./choosing";
import classes from "./FrontChart.module.css";
import { scaleFor, TICKS, type Scale } from "./scale";

interface FrontChartProps {
  points: readonly FrontPoint[];
  curve: readonly FrontPoint[];
  /** Results row by row, and those of them to go along. */
  local: readonly LocalPoint[];
  /** What is gone along, and where on it one is. */
  line: readonly Drawn[];
  at: number;
  risk: RiskName;
  now: Gauges;
  onPick: (index: number) => void;
}

export function FrontChart({ points, curve, local, line, at, risk, now, onPick }: FrontChartProps): ReactElement {
  const { t } = useLanguage();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const [held, setHeld] = useState(false);
  const scale = scaleFor(width, height);
  const place = (point: Gauges): { cx: number; cy: number } => ({ cx: scale.x(point.utility_loss), cy: scale.y(point[risk]) });

  function follow(event: PointerEvent): void {
    const box = event.currentTarget.getBoundingClientRect();
    onPick(nearest(line, risk, scale.loss(event.clientX - box.left), scale.risk(event.clientY - box.top)));
  }

  const picked = line[at];
  return (
    <div className={classes.figure}>
      <div ref={ref} className={classes.holder}>
        <svg
          role="img"
          aria-label={t("automatic.front.chart")}
          width={scale.width}
          height={scale.height}
          className={classes.chart}
          data-held={held || undefined}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setHeld(true);
            follow(event);
          }}
          onPointerMove={(event) => held && follow(event)}
          onPointerUp={() => setHeld(false)}
          onPointerCancel={() => setHeld(false)}
        >
          <Axes scale={scale} risk={t(`dashboard.gauges.${risk}`)} loss={t("dashboard.gauges.utility_loss")} />
          {points.map((point, index) => (
            <circle key={index} {...place(point)} r={2.2} className={classes.other} />
          ))}
          <polyline className={classes.curve} points={curve.map((point) => `${scale.x(point.utility_loss)},${scale.y(point[risk])}`).join(" ")} />
          {curve.map((point, index) => (
            <circle key={index} {...place(point)} r={3.4} className={classes.point} />
          ))}
          {local.map((point) => (
            <Square key={point.run} {...place(point)} k={point.k} beaten={point.beaten} />
          ))}
          <Diamond {...place(now)} name={t("automatic.front.now")} />
          {picked && <circle {...place(picked)} r={7} className={classes.picked} />}
        </svg>
      </div>
      <Legend local={local.length > 0} />
    </div>
  );
}

/** What the marks are. */
function Legend({ local }: { local: boolean }): ReactElement {
  const { t } = useLanguage();
  return (
    <ul className={classes.legend}>
      <li>
        <svg width={22} height={12} aria-hidden="true">
          <line x1={0} x2={22} y1={6} y2={6} className={classes.curve} />
          <circle cx={11} cy={6} r={3.4} className={classes.point} />
        </svg>
        {t("automatic.front.legend.line")}
      </li>
      <li>
        <svg width={12} height={12} aria-hidden="true">
          <circle cx={6} cy={6} r={2.6} className={classes.other} />
        </svg>
        {t("automatic.front.legend.others")}
      </li>
      {local && (
        <li>
          <svg width={12} height={12} aria-hidden="true">
            <rect x={2} y={2} width={8} height={8} className={classes.local} />
          </svg>
          {t("automatic.front.legend.local")}
        </li>
      )}
      <li>
        <svg width={14} height={14} aria-hidden="true" className={classes.now}>
          <path d="M 7 1 l 6 6 l -6 6 l -6 -6 z" />
        </svg>
        {t("automatic.front.now")}
      </li>
    </ul>
  );
}

/** A result row by row, with its k; hollow where another one beats it. */
function Square({ cx, cy, k, beaten }: { cx: number; cy: number; k: number; beaten: boolean }): ReactElement {
  return (
    <g className={classes.local} data-beaten={beaten || undefined}>
      <rect x={cx - 4} y={cy - 4} width={8} height={8} />
      {!beaten && (
        <text x={cx + 6} y={cy - 5}>
          {k}
        </text>
      )}
    </g>
  );
}

function Diamond({ cx, cy, name }: { cx: number; cy: number; name: string }): ReactElement {
  return (
    <g className={classes.now}>
      <title>{name}</title>
      <path d={`M ${cx} ${cy - 6} l 6 6 l -6 6 l -6 -6 z`} />
    </g>
  );
}

function Axes({ scale, risk, loss }: { scale: Scale; risk: string; loss: string }): ReactElement {
  const { left, right, top, bottom } = scale;
  return (
    <g className={classes.axes}>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={scale.y(tick)} y2={scale.y(tick)} />
          <line y1={top} y2={bottom} x1={scale.x(tick)} x2={scale.x(tick)} />
          <text x={left - 5} y={scale.y(tick) + 4} textAnchor="end">
            {tick}
          </text>
          <text x={scale.x(tick)} y={bottom + 13} textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      {/* Where no point lies: much risk with much loss is worth nothing, little of both cannot be had. */}
      <text x={left + 6} y={bottom - 5} className={classes.axisName}>
        {loss} % →
      </text>
      <text x={right} y={top + 10} textAnchor="end" className={classes.axisName}>
        {risk} % ↑
      </text>
    </g>
  );
}
