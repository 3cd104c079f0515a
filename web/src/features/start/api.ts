/** What the start page asks of the API: samples, and opening one. */
import { useQuery } from "@tanstack/react-query";
import { get, post } from "@/api/client";
import type { JobStarted } from "@/api/jobs";
import { keys } from "@/api/keys";
import type { Sample } from "@/api/types";

export function useSamples() {
  return useQuery({ queryKey: keys.samples, queryFn: () => get<Sample[]>("/samples"), staleTime: Infinity });
}

export function openSample(name: string): Promise<JobStarted> {
  return post<JobStarted>("/datasets/sample", { name });
}
