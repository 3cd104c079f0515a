/** From what betrays people to the steps that help: `/safe?tab=attributes&of=age&of=sex&threshold=5`. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation } from "wouter";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { MeasuredView } from "@/api/types";
import { ofDataset } from "../api/derived";

/** Attributes whose groups are too small, or a row that a few attributes single out. */
export type Leak =
  | { of: readonly string[]; threshold: number }
  | { row: number; threshold: number; max_size: number };

/** The leak that an address asks about, if it does and can be understood. */
export function leakIn(asked: URLSearchParams): Leak | null {
  const whole = (name: string, least: number): number | null => {
    const value = Number(asked.get(name) ?? NaN);
    return Number.isInteger(value) && value >= least ? value : null;
  };
  const [threshold, row, max_size] = [whole("threshold", 2), whole("row", 1), whole("max_size", 1)];
  if (threshold === null) return null;
  if (asked.has("row")) return row === null || max_size === null ? null : { row, threshold, max_size };
  return asked.has("of") ? { of: asked.getAll("of"), threshold } : null;
}

/** Go where the steps are that remove a leak. */
export function useSeekRemedy(): (leak: Leak) => void {
  const [, goTo] = useLocation();
  return useCallback(
    (leak: Leak) => {
      const about =
        "of" in leak ? leak.of.map((name) => ["of", name]) : [["row", String(leak.row)], ["max_size", String(leak.max_size)]];
      // No group is smaller than one row.
      const asked = new URLSearchParams([["tab", "attributes"], ...about, ["threshold", String(Math.max(leak.threshold, 2))]]);
      goTo(`/safe?${asked.toString()}`);
    },
    [goTo],
  );
}

export function useRemedy({ id, revision }: MeasuredView, leak: Leak) {
  const query = "of" in leak ? { attributes: [...leak.of], threshold: leak.threshold } : leak;
  return useQuery({
    queryKey: keys.derived(id, "remedy", revision, leak),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/remedy", { params: { ...ofDataset(id), query }, signal })),
    placeholderData: keepPreviousData,
  });
}
