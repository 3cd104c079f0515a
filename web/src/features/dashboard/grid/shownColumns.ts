/** Some columns of a page of rows: `narrowed(row, placesOf(page, isShown))`. */
import type { RowsColumn, RowsPage, RowView } from "@/api/types";

/** Where the columns that are shown stand in the page. */
export function placesOf({ columns }: RowsPage, isShown: (column: RowsColumn) => boolean): number[] {
  return columns.flatMap((column, index) => (isShown(column) ? [index] : []));
}

/** A row with the cells of some columns only. */
export function narrowed(row: RowView | undefined, places: readonly number[]): RowView | undefined {
  if (!row) return undefined;
  return {
    ...row,
    cells: places.map((place) => row.cells[place] ?? null),
    changed: places.map((place) => row.changed[place] ?? false),
  };
}

/** A page with some columns only. */
export function only(page: RowsPage, places: readonly number[]): Pick<RowsPage, "columns" | "rows"> {
  return {
    columns: places.flatMap((place) => page.columns[place] ?? []),
    rows: page.rows.flatMap((row) => narrowed(row, places) ?? []),
  };
}
