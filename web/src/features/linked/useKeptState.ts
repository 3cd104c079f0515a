/** State that outlives its page: `useKeptState(id, "facts", [])`. */
import { useState } from "react";
import { useKept } from "../dashboard/automatic/kept";

/** Fields answer to the state at once; what is kept follows a moment later, too late for fast fingers. */
export function useKeptState<T>(id: string, what: string, initial: T): [T, (next: T) => void] {
  const [kept, keep] = useKept<T>(id, what, initial);
  const [now, set] = useState(kept);
  return [
    now,
    (next) => {
      set(() => next);
      keep(next);
    },
  ];
}
