/** A measure of every attribute and every pair as coloured cells; the frame is the whole table. */
import { memo, useId, useMemo, useState, type KeyboardEvent, type PointerEvent, type ReactElement, type RefObject } from "react";
import type { Subsets } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useCellText, type CellText } from "./cellText";
import { headOf, labelWidth, shorten, type CellSize } from "./geometry";
import { MOST_NUMBERED } from "./layout";
import type { Scale } from "./scale";
import classes from "./Picture.module.css";

export interface Place {
  row: number;
  column: number;
}

interface MatrixProps {
  found: Subsets;
  drawn: readonly string[];
  scale: Scale;
  size: CellSize;
  svg: RefObject<SVGSVGElement | null>;
  /** The cell pointed at or focused, for those who tell about it. */
  onShow: (place: Place | null) => void;
  /** Not there where nothing can be done about a cell. */
  onPick?: (members: string[]) => void;
}

const FRAME = 4;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function Matrix({ found, drawn, scale, size, svg, onShow, onPick }: MatrixProps): ReactElement {
  const { t } = useLanguage();
  const text = useCellText(found.measure.unit);
  const id = useId();
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [focused, setFocused] = useState(false);
  const [left, top] = [labelWidth(drawn, size) + FRAME, headOf(drawn, size) + FRAME];
  const side: [number, number] = [drawn.length * size.width, drawn.length * size.height];
  const last = drawn.length - 1;
  const at: Place = { row: Math.min(active.row, last), column: Math.min(active.column, last) };

  function show(place: Place): void {
    setActive(place);
    onShow(place);
    document.getElementById(`${id}-${place.row}-${place.column}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function press(event: KeyboardEvent): void {
    const members = membersAt(drawn, at);
    if (event.key === "Enter" || event.key === " ") onPick?.(members);
    else if (event.key === "Home") show({ ...at, column: 0 });
    else if (event.key === "End") show({ ...at, column: last });
    else {
      const [down, right] = STEPS[event.key] ?? [NaN, NaN];
      if (Number.isNaN(down)) return;
      show({ row: within(at.row + down, last), column: within(at.column + right, last) });
    }
    event.preventDefault();
  }

  return (
    <svg
      ref={svg}
      role="grid"
      tabIndex={0}
      aria-label={t(onPick ? "subsets.matrix.name" : "subsets.matrix.nameOnly", { measure: found.measure.title })}
      aria-activedescendant={`${id}-${at.row}-${at.column}`}
      // The last name leans out to the right.
      width={left + side[0] + FRAME + (size.lean === 90 ? 8 : Math.max(0, labelWidth(drawn, size) - size.width / 2 - 10))}
      height={top + side[1] + FRAME}
      className={classes.matrix}
      data-pickable={onPick ? true : undefined}
      onKeyDown={press}
      onFocus={() => {
        setFocused(true);
        onShow(at);
      }}
      onBlur={() => {
        setFocused(false);
        onShow(null);
      }}
      onPointerMove={(event: PointerEvent) => {
        const place = placeOf(event.target);
        if (place) onShow(place);
      }}
      onPointerLeave={() => onShow(focused ? at : null)}
      onClick={(event) => {
        const place = placeOf(event.target);
        if (place) onPick?.(membersAt(drawn, place));
      }}
    >
      <g transform={`translate(${left} ${top})`}>
        <Names drawn={drawn} size={size} />
        <Cells id={id} found={found} drawn={drawn} scale={scale} text={text} size={size} />
        <rect
          className={classes.frame}
          x={-FRAME / 2}
          y={-FRAME / 2}
          width={side[0] + FRAME}
          height={side[1] + FRAME}
          stroke={scale.colour(found.measure.whole)}
          strokeWidth={FRAME}
        />
        {focused && (
          <rect
            className={classes.active}
            x={at.column * size.width}
            y={at.row * size.height}
            width={size.width}
            height={size.height}
          />
        )}
      </g>
    </svg>
  );
}

/** The attributes of a cell: one on the diagonal, else two. */
export function membersAt(drawn: readonly string[], { row, column }: Place): string[] {
  return [...new Set([drawn[row], drawn[column]])].filter((name) => name !== undefined);
}

/** The value of a cell, wherever the attributes stand in the picture. */
export function valueAt({ attributes, measure }: Pick<Subsets, "attributes" | "measure">, a: string, b: string): number | null {
  return measure.cells[attributes.indexOf(a)]?.[attributes.indexOf(b)] ?? null;
}

const within = (place: number, last: number): number => Math.min(Math.max(place, 0), last);

function placeOf(target: EventTarget): Place | null {
  const found = target instanceof Element ? target.getAttribute("data-at") : null;
  if (found === null) return null;
  const [row = 0, column = 0] = found.split(" ").map(Number);
  return { row, column };
}

function Names({ drawn, size }: { drawn: readonly string[]; size: CellSize }): ReactElement {
  return (
    <g role="row" className={classes.names} style={{ fontSize: size.font }}>
      {drawn.map((name, column) => (
        <text
          key={name}
          role="columnheader"
          transform={`translate(${(column + 0.5) * size.width + (size.lean === 90 ? 3 : 0)} -6) rotate(${-size.lean})`}
        >
          {shorten(name)}
          {shorten(name) === name ? null : <title>{name}</title>}
        </text>
      ))}
    </g>
  );
}

interface CellsProps {
  id: string;
  found: Subsets;
  drawn: readonly string[];
  scale: Scale;
  text: CellText;
  size: CellSize;
}

/** Drawn anew only when the figures change, not when another cell is pointed at. */
const Cells = memo(function Cells({ id, found, drawn, scale, text, size }: CellsProps): ReactElement {
  const { t } = useLanguage();
  const values = useMemo(() => drawn.map((a) => drawn.map((b) => valueAt(found, a, b))), [drawn, found]);
  const k = useMemo(() => ksOf(found), [found]);
  const name = (a: string, b: string, value: string): string =>
    a === b ? t("subsets.matrix.alone", { a, value }) : t("subsets.matrix.pair", { a, b, value });
  return (
    <>
      {drawn.map((a, row) => (
        <g key={a} role="row" transform={`translate(0 ${row * size.height})`}>
          <text role="rowheader" className={classes.rowName} x={-8} y={size.height / 2} style={{ fontSize: size.font }}>
            {shorten(a)}
            {shorten(a) === a ? null : <title>{a}</title>}
          </text>
          {drawn.map((b, column) => {
            const value = values[row]?.[column] ?? null;
            return (
              <rect
                key={b}
                id={`${id}-${row}-${column}`}
                role="gridcell"
                aria-label={name(a, b, text.full(value))}
                data-at={`${row} ${column}`}
                className={(k.get(`${a}\n${b}`) ?? 0) >= found.threshold ? classes.holds : classes.cell}
                x={column * size.width + 1}
                y={1}
                width={size.width - 2}
                height={size.height - 2}
                fill={scale.colour(value)}
                strokeWidth={size.width > 20 ? 2 : 1}
              />
            );
          })}
          {drawn.length <= MOST_NUMBERED && (
            <g aria-hidden="true" className={classes.numbers} style={{ fontSize: Math.max(size.font - 0.5, 10) }}>
              {(values[row] ?? []).map((value, column) => (
                <text key={column} x={(column + 0.5) * size.width} y={size.height / 2} fill={scale.ink(value)}>
                  {text.short(value)}
                </text>
              ))}
            </g>
          )}
        </g>
      ))}
    </>
  );
});

/** k of every cell, both ways round. */
function ksOf({ single, pairs }: Subsets): Map<string, number> {
  return new Map([
    ...Object.entries(single).map(([name, k]) => [`${name}\n${name}`, k] as const),
    ...pairs.flatMap(({ a, b, k }) => [[`${a}\n${b}`, k] as const, [`${b}\n${a}`, k] as const]),
  ]);
}
