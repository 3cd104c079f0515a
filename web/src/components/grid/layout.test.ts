import { describe, expect, it } from "vitest";
import type { RowsPage } from "@/api/types";
import { columnWidths, moved, placeOf } from "./layout";

describe("moved", () => {
  const from = { row: 5, column: 3 };
  it.each([
    ["ArrowDown", false, { row: 6, column: 3 }],
    ["ArrowUp", false, { row: 4, column: 3 }],
    ["ArrowLeft", false, { row: 5, column: 2 }],
    ["ArrowRight", false, { row: 5, column: 4 }],
    ["PageDown", false, { row: 15, column: 3 }],
    ["PageUp", false, { row: -1, column: 3 }],
    ["Home", false, { row: 5, column: 0 }],
    ["End", false, { row: 5, column: 7 }],
    ["Home", true, { row: -1, column: 0 }],
    ["End", true, { row: 99, column: 7 }],
  ])("goes with %s (control: %s)", (key, control, place) => {
    expect(moved(from, key, control, 100, 8)).toEqual(place);
  });

  it("stays inside", () => {
    expect(moved({ row: 99, column: 7 }, "ArrowDown", false, 100, 8)).toEqual({ row: 99, column: 7 });
    expect(moved({ row: -1, column: 0 }, "ArrowLeft", false, 100, 8)).toEqual({ row: -1, column: 0 });
  });

  it("leaves other keys alone", () => {
    expect(moved(from, "a", false, 100, 8)).toBeNull();
  });
});

describe("columnWidths", () => {
  const page = (name: string, cell: string): RowsPage => ({
    total: 1,
    offset: 0,
    columns: [{ name, role: "quasi", level: 0, height: 1 }],
    rows: [{ row: 1, suppressed: false, risk: 1, cells: [cell], changed: [false] }],
  });

  it("grow with what they hold, within reason", () => {
    const [short = 0] = columnWidths(page("a", "1"));
    const [longer = 0] = columnWidths(page("a", "twenty letters of it"));
    const [longest = 0] = columnWidths(page("a", "x".repeat(500)));
    expect(short).toBeLessThan(longer);
    expect(longer).toBeLessThan(longest);
    expect(longest).toBe(230);
  });
});

describe("placeOf", () => {
  it("finds the cell around what was clicked", () => {
    const cell = document.createElement("div");
    cell.dataset.place = "-1:4";
    const inside = cell.appendChild(document.createElement("b"));
    expect(placeOf(inside)).toEqual({ row: -1, column: 4 });
    expect(placeOf(document.body)).toBeNull();
  });
});
