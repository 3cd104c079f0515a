/** An attack with a list of people as the server answers: `const { data } = useAttack(id)`. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { address, answer, api } from "@/api/client";

export type Kind = "certain" | "probable" | "unmatched";

export const PAGE = 50;
export const ROWS_SHOWN = 100;

const ofAttack = (id: string) => ({ path: { attack_id: id } });

export function useAttack(id: string | null) {
  return useQuery({
    enabled: id !== null,
    queryKey: ["attack", id],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/attacks/{attack_id}", { params: ofAttack(id ?? ""), signal })),
    staleTime: Infinity,
    retry: false,
  });
}

export function usePeople(id: string, page: number, found: Kind | null) {
  return useQuery({
    queryKey: ["attack", id, "people", found, page],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/attacks/{attack_id}/people", { params: { ...ofAttack(id), query: { offset: page * PAGE, limit: PAGE, found } }, signal })),
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
    queryFn: ({ signal }) => answer(api.GET("/api/v1/attacks/{attack_id}/people/{person}/rows", { params: { path: { attack_id: id, person: person ?? 0 }, query: { limit: ROWS_SHOWN } }, signal })),
    staleTime: Infinity,
    retry: false,
  });
}

export const fileAddress = (id: string): string => address("/api/v1/attacks/{attack_id}/file", { attack_id: id });
