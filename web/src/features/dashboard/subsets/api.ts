/** Matrix, tree, guide and stand-outs of the data as it is now; a new revision fetches them anew. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { address, answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import { ofDataset } from "../api/derived";

export interface SubsetsWish {
  threshold: number;
  linkage: Linkage;
  measure: string;
  /** Roles whose columns are compared as well, as if they were known. */
  include: readonly Included[];
}

export const INCLUDED = ["sensitive", "insensitive"] as const;
export type Included = (typeof INCLUDED)[number];

export const LINKAGES = ["union", "average", "single", "complete"] as const;
export type Linkage = (typeof LINKAGES)[number];

/** What is looked for. */
export interface Sought {
  k: number;
  max_size: number;
}

export interface StandOutsWish extends Sought {
  offset: number;
  limit: number;
}

export function useSubsets(id: string, revision: number, wish: SubsetsWish) {
  return useQuery({
    queryKey: keys.derived(id, "subsets", revision, wish),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/subsets", { params: { ...ofDataset(id), query: { ...wish, include: wish.include.length ? [...wish.include] : undefined } }, signal })),
    // The old picture stays until the new one is there, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
}

type StandOutsKey = readonly ["dataset", string, "standouts", number, StandOutsWish];

/** A page of what was found; asked for once it is found. */
export function useStandOuts(id: string, revision: number, wish: StandOutsWish, found: boolean) {
  return useQuery({
    enabled: found,
    queryKey: ["dataset", id, "standouts", revision, wish] as StandOutsKey,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/standouts", { params: { ...ofDataset(id), query: { ...wish } }, signal })),
    // Only another page of the same may stand in: what was found in other data would be told as true.
    placeholderData: (previous, query) => (query && isSameSearch(query.queryKey, revision, wish) ? previous : undefined),
  });
}

function isSameSearch([, , , revision, wish]: StandOutsKey, now: number, { k, max_size }: Sought): boolean {
  return revision === now && wish.k === k && wish.max_size === max_size;
}

/** All stand-outs as a file of the server. */
export function standOutsFile(id: string, { k, max_size }: Sought, format: "json" | "csv"): string {
  return address("/api/v1/datasets/{dataset_id}/standouts/file", { dataset_id: id }, { k, max_size, format });
}
