/** The table as it is now: only the rows and columns in sight are drawn and fetched. */
import { VisuallyHidden } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from "react";
import type { MeasuredView, RowFilter, RowsColumn, RowsPage } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { RISK, useRows, type RowsView } from "../api/rows";
import classes from "@/components/grid/grid.module.css";
import { GridRow } from "./GridRow";
import { HeaderRow } from "./HeaderRow";
import { narrowed, only, placesOf } from "./shownColumns";
import { columnWidths, HEADER, LEAD_WIDTH, MOST_ROWS, moved, placeOf, ROW, type Place } from "@/components/grid/layout";
import { pagesOf } from "@/components/grid/rowSource";

interface DataGridProps {
  dataset: MeasuredView;
  /** The first page, for the columns and the number of rows. */
  page: RowsPage;
  view: RowsView;
  /** Which of its columns are shown. */
  isShown: (column: RowsColumn) => boolean;
  onSort: (column: string) => void;
  onFilter: (column: string, filter: RowFilter | null) => void;
  children?: ReactNode;
}

export function DataGrid({ dataset, page: whole, view, isShown, onSort, onFilter, children }: DataGridProps): ReactElement {
  const { t } = useLanguage();
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({ row: -1, column: 2 });
  const [filtering, setFiltering] = useState<string | null>(null);
  const places = placesOf(whole, isShown);
  const page = { ...whole, ...only(whole, places) };
  const count = Math.min(page.total, MOST_ROWS);
  const { rows, columns } = useVirtualizers(scroller, count, columnWidths(page));
  const inSight = rows.getVirtualItems();
  const shown = columns.getVirtualItems();
  const pages = pagesOf(inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0);
  const loaded = useRows(dataset.id, dataset.revision, view, pages);
  const numbering = dataset.place === null ? undefined : t("place.numbers");
  // A database keeps its own order, and a column of that name goes before.
  const byRisk = dataset.place === null && !whole.columns.some(({ name }) => name === RISK);
  const drawn = {
    columns: page.columns,
    shown,
    width: LEAD_WIDTH + columns.getTotalSize(),
    active,
    cellId: ({ row, column }: Place): string => `${gridId}-${row}-${column}`,
  };

  function go(place: Place): void {
    setActive(place);
    if (place.row >= 0) rows.scrollToIndex(place.row);
    if (place.column >= 2) columns.scrollToIndex(place.column - 2);
  }

  function press(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const column = active.column === 1 && byRisk ? RISK : page.columns[active.column - 2]?.name;
    const next = moved(active, event.key, event.ctrlKey, count, page.columns.length + 2);
    if (next) go(next);
    else if (active.row === -1 && column !== undefined && event.key === "Enter") onSort(column);
    else if (column !== undefined && active.column >= 2 && event.key === "f" && !event.ctrlKey) setFiltering(column);
    else return;
    event.preventDefault();
  }

  function point(event: MouseEvent): void {
    const place = placeOf(event.target);
    if (place) setActive(place);
  }

  return (
    <>
      {/* Above the rows, so that it is in sight wherever they are scrolled to. */}
      <ErrorNotice error={loaded.error} onRetry={loaded.retry} />
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t("dashboard.grid.title")}
        aria-describedby={`${gridId}-keys`}
        aria-rowcount={page.total + 1}
        aria-colcount={page.columns.length + 2}
        aria-activedescendant={drawn.cellId(active)}
        className={classes.grid}
        onKeyDown={press}
        onClick={point}
      >
        <HeaderRow
          {...drawn}
          view={view}
          filtering={filtering}
          numbering={numbering}
          byRisk={byRisk}
          onSort={onSort}
          onFiltering={setFiltering}
          onFilter={onFilter}
        />
        <div role="rowgroup" style={{ position: "relative", width: drawn.width, height: rows.getTotalSize() }}>
          {inSight.map((item) => (
            <GridRow key={item.key} item={item} row={narrowed(loaded.rows.get(item.index), places)} {...drawn} />
          ))}
        </div>
        {children}
        <VisuallyHidden id={`${gridId}-keys`}>
          {t("dashboard.grid.keys")} {numbering}
        </VisuallyHidden>
      </div>
    </>
  );
}

function useVirtualizers(scroller: RefObject<HTMLDivElement | null>, count: number, widths: readonly number[]) {
  const getScrollElement = (): HTMLDivElement | null => scroller.current;
  const rows = useVirtualizer({
    count,
    getScrollElement,
    estimateSize: () => ROW,
    overscan: 8,
    scrollPaddingStart: HEADER,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement,
    estimateSize: (index) => widths[index] ?? 120,
    overscan: 3,
    scrollPaddingStart: LEAD_WIDTH,
  });
  return { rows, columns };
}
