/** Move through a tree with the keyboard, as the tree pattern of ARIA asks for. */
import type { KeyboardEvent } from "react";
import type { Place } from "../types";

/** A name of its own for everything in the tree. */
export function keyOf(place: Place): string {
  switch (place.kind) {
    case "dataset":
      return JSON.stringify(["dataset", place.dataset]);
    case "source":
      return JSON.stringify(["source", place.source.id]);
    case "schema":
      return JSON.stringify(["schema", place.source.id, place.schema]);
    case "table":
      return JSON.stringify(["table", place.source.id, place.schema, place.table]);
    case "column":
      return JSON.stringify(["column", place.source.id, place.schema, place.table, place.column.name]);
  }
}

const level = (item: HTMLElement): number => Number(item.getAttribute("aria-level"));

const items = (tree: Element): HTMLElement[] => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];

/** Where a key leads from an item: the item to focus, or what to do with this one. */
export function step(event: KeyboardEvent, item: HTMLElement): HTMLElement | "open" | "close" | "choose" | null {
  const tree = item.closest('[role="tree"]');
  if (!tree) return null;
  const all = items(tree);
  const here = all.indexOf(item);
  const below = all.slice(here + 1, here + 2).find((one) => level(one) > level(item));
  const above = all.slice(0, here).findLast((one) => level(one) < level(item));
  const open = item.getAttribute("aria-expanded");
  switch (event.key) {
    case "ArrowDown":
      return all[here + 1] ?? null;
    case "ArrowUp":
      return all[here - 1] ?? null;
    case "Home":
      return all[0] ?? null;
    case "End":
      return all.at(-1) ?? null;
    case "ArrowRight":
      return open === "false" ? "open" : open === "true" ? (below ?? null) : null;
    case "ArrowLeft":
      return open === "true" ? "close" : (above ?? null);
    case "Enter":
    case " ":
      return "choose";
    default:
      return null;
  }
}
