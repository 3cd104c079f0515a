/** An attack with a list of people as the server answers: `const { data } = useAttack(id)`. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { address, get } from "@/api/client";
import type { Attack, PeoplePage, PersonRows } from "@/api/types";

export type Kind = "certain" | "probable" | "unmatched";

export const PAGE = 50;
export const ROWS_SHOWN = 100;

const place = (id: string): string => `/attacks/${encodeURIComponent(id)}`;

export function useAttack(id: string | null) {
  return useQuery({
    enabled: id !== null,
    queryKey: ["attack", id],
    queryFn: ({ signal }) => get<Attack>(place(id ?? ""), {}, signal),
    staleTime: Infinity,
    retry: false,
  });
}

export function usePeople(id: string, page: number, found: Kind | null) {
  return useQuery({
    queryKey: ["attack", id, "people", found, page],
    queryFn: ({ signal }) => get<PeoplePage>(`${place(id)}/people`, { offset: page * PAGE, limit: PAGE, found }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}

/** The published rows that may be about somebody. */
export function useRowsAbout(id: string, person: number | null) {
  return useQuery({
    enabled: person !== null,
    queryKey: ["attack", id, "rows", person],
    queryFn: ({ signal }) => get<PersonRows>(`${place(id)}/people/${person}/rows`, { limit: ROWS_SHOWN }, signal),
    staleTime: Infinity,
    retry: false,
  });
}

export const fileAddress = (id: string): string => address(`${place(id)}/file`);
