/** The width of a pane at the right, changed by dragging its edge or with the arrow keys. */
import { useState, type KeyboardEvent, type PointerEvent } from "react";

const LEAST = 240;
const MOST = 720;
const STEP = 24;

const within = (width: number): number => Math.min(Math.max(width, LEAST), MOST);

export function useWidth(initial = 340) {
  const [width, setWidth] = useState(initial);
  const separator = {
    role: "separator",
    tabIndex: 0,
    "aria-orientation": "vertical",
    "aria-valuenow": width,
    "aria-valuemin": LEAST,
    "aria-valuemax": MOST,
    onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const right = event.currentTarget.parentElement?.getBoundingClientRect().right ?? 0;
      setWidth(within(right - event.clientX));
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      setWidth(within(width + step));
    },
  } as const;
  return { width, separator };
}
