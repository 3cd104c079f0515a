/** State that outlives its component while the page is open: `useCachedState(id, "wish", start)`. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";

export function useCachedState<T>(id: string, what: string, initial: T): [T, (next: T) => void] {
  const client = useQueryClient();
  const { data } = useQuery<T>({
    queryKey: ["kept", id, what],
    queryFn: skipToken,
    initialData: initial,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const keep = useCallback((next: T) => void client.setQueryData<T>(["kept", id, what], next as never), [client, id, what]);
  return [data ?? initial, keep];
}

/** The same for a field that is typed into: it changes at once, the cache a moment later, too late for fast fingers. */
export function useCachedInput<T>(id: string, what: string, initial: T): [T, (next: T) => void] {
  const [kept, keep] = useCachedState<T>(id, what, initial);
  const [now, set] = useState(kept);
  return [
    now,
    (next) => {
      set(() => next);
      keep(next);
    },
  ];
}
