/** Drag a row of the priorities with mouse, pen or finger: `<span {...dragging.handle("age")}>`. */
import { useState, type PointerEvent, type RefObject } from "react";
import { dropAt, put, type Drop, type Groups } from "./ranking";

interface Handle {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
}

export interface Dragging {
  /** What is dragged now. */
  name: string | null;
  /** Where it would go. */
  drop: Drop | null;
  handle: (name: string) => Handle;
}

interface Held {
  name: string;
  drop: Drop | null;
}

/** This near the edge of a list it scrolls. */
const EDGE = 18;

export function useDragging(
  list: RefObject<HTMLElement | null>,
  groups: Groups,
  onDrop: (groups: Groups, name: string) => void,
): Dragging {
  const [held, setHeld] = useState<Held | null>(null);
  const target = (y: number): Drop | null => (list.current ? dropAt(rowsOf(list.current), y) : null);
  return {
    name: held?.name ?? null,
    drop: held?.drop ?? null,
    handle: (name) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({ name, drop: null });
      },
      onPointerMove: (event) => {
        if (held === null) return;
        if (list.current) scrollNear(list.current, event.clientY);
        setHeld({ name, drop: target(event.clientY) });
      },
      onPointerUp: (event) => {
        const drop = held?.drop ? target(event.clientY) : null;
        setHeld(null);
        if (drop) onDrop(put(groups, name, drop), name);
      },
      onPointerCancel: () => setHeld(null),
    }),
  };
}

function rowsOf(list: HTMLElement) {
  return [...list.querySelectorAll<HTMLElement>("[data-group]")].map((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return { group: Number(row.dataset.group), top, bottom };
  });
}

function scrollNear(list: HTMLElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + EDGE) list.scrollBy(0, -EDGE / 2);
  if (y > bottom - EDGE) list.scrollBy(0, EDGE / 2);
}
