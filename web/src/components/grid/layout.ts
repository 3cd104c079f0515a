/** Measures of the grid: heights, widths of columns, and how far the active cell moves. */
import type { RowsPage } from "@/api/types";

export const ROW = 26;
export const HEADER = 44;
/** Row number and risk stand before the columns of the table and stay when these scroll. */
export const LEADS = [58, 70] as const;
export const LEAD_WIDTH = LEADS[0] + LEADS[1];

/** Browsers draw nothing beyond some ten million pixels; who needs later rows sorts or filters. */
export const MOST_ROWS = 600_000;

const LETTER = 7.4;

/** Wide enough for the header and for what the first rows hold, within reason. */
export function columnWidths(page: RowsPage): number[] {
  return page.columns.map(({ name, role }, index) => {
    const longest = Math.max(0, ...page.rows.slice(0, 50).map((row) => row.cells[index]?.length ?? 0));
    const wanted = Math.max(name.length * LETTER + 62, longest * LETTER + 28);
    return Math.round(Math.min(Math.max(wanted, role === "identifier" ? 176 : 96), 230));
  });
}

/** A cell by its place: row -1 is the header, columns 0 and 1 are row number and risk. */
export interface Place {
  row: number;
  column: number;
}

const JUMP = 10;

/** Where a key leads from a cell; null for keys that do not move. */
export function moved(place: Place, key: string, control: boolean, rows: number, columns: number): Place | null {
  const { row, column } = place;
  const within = (next: Place): Place => ({
    row: Math.min(Math.max(next.row, -1), rows - 1),
    column: Math.min(Math.max(next.column, 0), columns - 1),
  });
  switch (key) {
    case "ArrowDown":
      return within({ row: row + 1, column });
    case "ArrowUp":
      return within({ row: row - 1, column });
    case "ArrowRight":
      return within({ row, column: column + 1 });
    case "ArrowLeft":
      return within({ row, column: column - 1 });
    case "PageDown":
      return within({ row: row + JUMP, column });
    case "PageUp":
      return within({ row: row - JUMP, column });
    case "Home":
      return within({ row: control ? -1 : row, column: 0 });
    case "End":
      return within({ row: control ? rows - 1 : row, column: columns - 1 });
    default:
      return null;
  }
}

/** The cell that an event happened in, if it was one. */
export function placeOf(target: EventTarget): Place | null {
  const text = target instanceof Element ? target.closest<HTMLElement>("[data-place]")?.dataset.place : undefined;
  const [row, column] = text?.split(":").map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}
