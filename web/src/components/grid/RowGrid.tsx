/** Rows as they are, those that match marked: only those in sight are drawn and fetched. */
import { VisuallyHidden } from "@mantine/core";
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useId, useRef, useState, type KeyboardEvent, type ReactElement, type RefObject } from "react";
import { ErrorNotice } from "../ErrorNotice";
import { Icon } from "../Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import grid from "./grid.module.css";
import { HEADER, MOST_ROWS, moved, placeOf, ROW, type Place } from "./layout";
import classes from "./RowGrid.module.css";
import { LEAD, rowGridWidths, useSourceRows, type FetchedRow, type GridColumn, type RowSource } from "./rowSource";

interface Props {
  label: string;
  columns: readonly GridColumn[];
  total: number;
  source: RowSource;
}

export function RowGrid({ label, columns: named, total, source }: Props): ReactElement {
  const { t } = useLanguage();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({ row: -1, column: 1 });
  const count = Math.min(total, MOST_ROWS);
  const start = useSourceRows(source, 0, 0);
  const { rows, columns } = useVirtualizers(scroller, count, rowGridWidths(named, start.rows));
  const inSight = rows.getVirtualItems();
  const { rows: loaded, error, retry } = useSourceRows(source, inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0);
  const drawn = {
    named,
    shown: columns.getVirtualItems(),
    width: LEAD + columns.getTotalSize(),
    active,
    cellId: ({ row, column }: Place): string => `${id}-${row}-${column}`,
  };

  function press(event: KeyboardEvent): void {
    const next = moved(active, event.key, event.ctrlKey, count, named.length + 1);
    if (!next) return;
    event.preventDefault();
    setActive(next);
    if (next.row >= 0) rows.scrollToIndex(next.row);
    if (next.column >= 1) columns.scrollToIndex(next.column - 1);
  }

  return (
    <div className={classes.gridPane}>
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-rowcount={total + 1}
        aria-colcount={named.length + 1}
        aria-activedescendant={drawn.cellId(active)}
        className={grid.grid}
        onKeyDown={press}
        onClick={(event) => {
          const place = placeOf(event.target);
          if (place) setActive(place);
        }}
      >
        <Header {...drawn} />
        <div role="rowgroup" style={{ position: "relative", width: drawn.width, height: rows.getTotalSize() }}>
          {inSight.map((item) => (
            <Row key={item.key} item={item} row={loaded.get(item.index)} {...drawn} />
          ))}
        </div>
        <VisuallyHidden id={`${id}-keys`}>{t("query.result.keys")}</VisuallyHidden>
      </div>
    </div>
  );
}

function useVirtualizers(scroller: RefObject<HTMLDivElement | null>, count: number, widths: readonly number[]) {
  const getScrollElement = (): HTMLDivElement | null => scroller.current;
  const rows = useVirtualizer({ count, getScrollElement, estimateSize: () => ROW, overscan: 8, scrollPaddingStart: HEADER });
  const columns = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement,
    estimateSize: (index) => widths[index] ?? 120,
    // Widths are known once the first rows are.
    getItemKey: (index) => `${index} ${widths[index]}`,
    overscan: 3,
    scrollPaddingStart: LEAD,
  });
  return { rows, columns };
}

interface Drawn {
  named: readonly GridColumn[];
  shown: readonly VirtualItem[];
  width: number;
  active: Place;
  cellId: (place: Place) => string;
}

/** What every cell has: a name for the keyboard, a place for the mouse. */
function cellProps({ active, cellId }: Drawn, row: number, column: number) {
  const here = active.row === row && active.column === column;
  return {
    id: cellId({ row, column }),
    "aria-colindex": column + 1,
    "data-place": `${row}:${column}`,
    "data-active": here || undefined,
  };
}

const mark = (drawn: Drawn, row: number, column: number): string =>
  drawn.active.row === row && drawn.active.column === column ? (grid.active ?? "") : "";

function Header(drawn: Drawn): ReactElement {
  const { t } = useLanguage();
  return (
    <div role="rowgroup" className={grid.head} style={{ width: drawn.width, height: HEADER }}>
      <div role="row" aria-rowindex={1} className={grid.headRow}>
        <div role="columnheader" {...cellProps(drawn, -1, 0)} className={`${grid.lead} ${grid.headLead} ${mark(drawn, -1, 0)}`} style={{ left: 0, width: LEAD }}>
          {t("query.result.row")}
        </div>
        {drawn.shown.map(({ index, start, size }) => {
          const column = drawn.named[index];
          return (
            <div
              key={index}
              role="columnheader"
              {...cellProps(drawn, -1, index + 1)}
              className={`${grid.headCell} ${mark(drawn, -1, index + 1)}`}
              style={{ left: LEAD + start, width: size, height: "100%" }}
              title={column?.name}
            >
              <span className={classes.columnName}>{column?.name}</span>
              <span className={grid.badges}>{column?.note}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps extends Drawn {
  item: VirtualItem;
  row: FetchedRow | undefined;
}

function Row({ item, row, ...drawn }: RowProps): ReactElement {
  const { t, format } = useLanguage();
  return (
    <div
      role="row"
      aria-rowindex={item.index + 2}
      aria-busy={row === undefined}
      className={`${grid.row} ${row?.matches ? classes.matches : ""}`}
      style={{ height: ROW, width: drawn.width, transform: `translateY(${item.start}px)` }}
    >
      <div role="rowheader" {...cellProps(drawn, item.index, 0)} className={`${grid.lead} ${mark(drawn, item.index, 0)}`} style={{ left: 0, width: LEAD }}>
        {row?.matches ? (
          <span className={classes.mark}>
            <Icon name="check" size={12} />
            <VisuallyHidden>{t("query.result.match")}</VisuallyHidden>
          </span>
        ) : null}
        {format.number(row?.number ?? item.index + 1)}
      </div>
      {drawn.shown.map(({ index, start, size }) => (
        <div
          key={index}
          role="gridcell"
          {...cellProps(drawn, item.index, index + 1)}
          className={`${grid.cell} ${mark(drawn, item.index, index + 1)}`}
          style={{ left: LEAD + start, width: size }}
          title={row?.cells[index] ?? undefined}
        >
          {row ? (row.cells[index] ?? <span className={grid.absent}>{t("query.result.missing")}</span>) : "…"}
        </div>
      ))}
    </div>
  );
}
