/** Results row by row at several k: what is found, and the search for them: `const local = useLocalFront(view)`. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer, api } from "@/api/client";
import { useCatalogue } from "@/api/dataset";
import { cancelJob, finishJob } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { LocalFront, MeasuredView, Wish } from "@/api/types";
import { useCachedState } from "@/api/useCachedState";
import { ofDataset } from "../../api/derived";
import { START, wishOf, type Choices } from "../choices";
import { reconcile, type Groups } from "../ranking";

/** How long all points together take, unless the settings say it. */
const SECONDS = 60;
/** How often one looks for new points while they are searched. */
const PAUSE = 1000;
const METHOD = "priority";
const NONE: Groups = [];

export interface LocalSearch {
  front: LocalFront | undefined;
  error: Error | null;
  /** Look for points, with what the settings ask for. */
  start: (() => void) | undefined;
  starting: boolean;
  /** End with the points that are there. */
  finish: (job: string) => void;
  cancel: (job: string) => void;
}

export function useLocalFront(view: MeasuredView): LocalSearch {
  const client = useQueryClient();
  const wish = useWish(view);
  const query = useQuery<LocalFront>({
    queryKey: keys.derived(view.id, "front", view.revision, "local"),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/datasets/{dataset_id}/front/local", { params: ofDataset(view.id), signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.job ? PAUSE : false),
  });
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: ["dataset", view.id, "front"] });
  const start = useMutation({
    mutationFn: ({ seconds, ...asked }: Wish) =>
      answer(api.POST("/api/v1/datasets/{dataset_id}/front/local", { params: ofDataset(view.id), body: { wish: asked, seconds: seconds ?? SECONDS } })),
    onSuccess: again,
  });
  const found = query.data?.points.length ?? 0;
  useEffect(() => {
    // Every point is a result like any other.
    if (found > 0) void client.invalidateQueries({ queryKey: ["dataset", view.id, "automatic"] });
  }, [client, view.id, found]);
  return {
    front: query.data,
    error: start.error ?? query.error,
    start: wish && (() => start.mutate(wish)),
    starting: start.isPending,
    finish: (job) => void finishJob(job).catch(() => undefined),
    cancel: (job) => void cancelJob(job).catch(() => undefined),
  };
}

/** What the settings ask for, row by row. */
function useWish(view: MeasuredView): Wish | undefined {
  const { data: offer } = useCatalogue();
  const [ranked] = useCachedState<Groups>(view.id, "priorities", NONE);
  const [choices] = useCachedState<Choices>(view.id, "choices", START);
  if (!offer) return undefined;
  const quasi = view.attributes.filter(({ role }) => role === "quasi");
  const sensitive = view.attributes.some(({ role }) => role === "sensitive");
  const groups = reconcile(ranked, quasi.map(({ name }) => name));
  return wishOf(offer, { ...choices, method: METHOD, suppression: "strict" }, groups, quasi, sensitive);
}
