/** What is remembered while the page is open, though its tab is left: `useKept(id, "wish", start)`. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

export function useKept<T>(id: string, what: string, initial: T): [T, (next: T) => void] {
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
