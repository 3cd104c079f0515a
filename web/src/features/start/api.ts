/** What the start page asks of the API: samples, and opening one. */
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import type { JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";

export function useSamples() {
  return useQuery({ queryKey: keys.samples, queryFn: () => answer(api.GET("/api/v1/samples")), staleTime: Infinity });
}

export function openSample(name: string): Promise<JobStarted> {
  return answer(api.POST("/api/v1/datasets/sample", { body: { name } }));
}
