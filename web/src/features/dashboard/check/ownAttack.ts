/** The attack on the own release: started by whoever looks, and kept by the server for the same state. */
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { MeasuredView, OwnAttack } from "@/api/types";
import { useSought, type Sought } from "@/api/useSought";
import { ofDataset } from "../api/derived";

export interface OwnAttackSought {
  attack: OwnAttack | null;
  sought: Omit<Sought<unknown>, "found">;
}

export function useOwnAttack({ id, revision, goal }: MeasuredView): OwnAttackSought {
  const sought = useSought(keys.derived(id, "own-attack-job", revision, goal.preset), () =>
    answer(api.POST("/api/v1/datasets/{dataset_id}/own-attack", { params: ofDataset(id) })),
  );
  const query = useQuery({
    enabled: sought.found !== null,
    queryKey: keys.derived(id, "own-attack", revision, goal.preset, sought.foundAt),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/own-attack", { params: ofDataset(id), signal })),
  });
  return { attack: query.data?.attack ?? null, sought: { ...sought, error: sought.error ?? query.error } };
}
