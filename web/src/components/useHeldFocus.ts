/** Keep the focus in a place whose content changes under it: `<div {...useHeldFocus()}>`. */
import { useEffect, useRef, type FocusEvent, type RefObject } from "react";

interface HeldFocus {
  ref: RefObject<HTMLDivElement | null>;
  tabIndex: -1;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
}

/** A button that vanishes once it did its work would leave the keyboard at the top of the page. */
export function useHeldFocus(): HeldFocus {
  const ref = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  useEffect(() => {
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (held.current && nowhere) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      held.current = true;
    },
    // Gone without anything else being focused: what had the focus was taken away.
    onBlur: (event) => {
      held.current = event.relatedTarget === null;
    },
  };
}
