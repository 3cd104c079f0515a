/** What the colours mean, and what is under the pointer or the focus. */
import type { ReactElement, RefObject } from "react";
import type { Subsets } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useCellText } from "./cellText";
import { headOf, MOST_BESIDE, type CellSize } from "./geometry";
import { membersAt, valueAt, type Place } from "./Matrix";
import classes from "./Picture.module.css";
import type { Scale } from "./scale";

interface LegendProps {
  found: Subsets;
  drawn: readonly string[];
  scale: Scale;
  size: CellSize;
  /** Whether a cell leads to what helps. */
  pickable: boolean;
  place: Place | null;
  svg: RefObject<SVGSVGElement | null>;
}

export function Legend({ found, drawn, scale, size, pickable, place, svg }: LegendProps): ReactElement {
  const above = drawn.length > MOST_BESIDE;
  return (
    <div className={above ? classes.legendAbove : classes.legend} style={above ? undefined : { height: headOf(drawn, size) }}>
      <Ramp found={found} scale={scale} svg={svg} />
      <Readout found={found} drawn={drawn} place={place} pickable={pickable} />
    </div>
  );
}

const LEFT = 16;
const LONG = 130;

function Ramp({ found, scale, svg }: Pick<LegendProps, "found" | "scale" | "svg">): ReactElement {
  const { t } = useLanguage();
  const text = useCellText(found.measure.unit);
  const { title, unit } = found.measure;
  const named = unit === "percent" ? `${title} (%)` : title;
  const name = t(scale.logarithmic ? "subsets.matrix.logarithmic" : "subsets.matrix.linear", { title: named });
  const shade = LONG / scale.ramp.length;
  const x = (value: number): number => LEFT + LONG * (scale.high > scale.low ? scale.at(value) : 0);
  return (
    <svg ref={svg} role="img" aria-label={name} width={360} height={25} className={classes.ramp}>
      {scale.ramp.map((colour, index) => (
        <rect key={index} x={LEFT + index * shade} y={1} width={shade + 0.5} height={8} fill={colour} />
      ))}
      <rect className={classes.outline} x={LEFT} y={0.5} width={LONG} height={9} />
      {scale.ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={18.5} className={classes.tick}>
          {text.short(tick)}
        </text>
      ))}
      <text x={LEFT + LONG + 22} y={9}>
        {name}
      </text>
    </svg>
  );
}

function Readout({ found, drawn, place, pickable }: Pick<LegendProps, "found" | "drawn" | "place" | "pickable">): ReactElement {
  const { t } = useLanguage();
  const text = useCellText(found.measure.unit);
  const [a, b] = place ? membersAt(drawn, place) : [];
  if (a === undefined) {
    const whole = t("subsets.matrix.whole", { value: text.full(found.measure.whole) });
    return <div>{`${whole}. ${t("subsets.matrix.framed", { threshold: found.threshold })}`}</div>;
  }
  const value = text.full(valueAt(found, a, b ?? a));
  const told = b === undefined ? t("subsets.matrix.alone", { a, value }) : t("subsets.matrix.pair", { a, b, value });
  return (
    <div>
      <strong>{told}.</strong> {pickable && t("subsets.matrix.remedy")}
    </div>
  );
}
