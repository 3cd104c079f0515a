/** Between what the risk lies, while a large table is still being counted. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactElement } from "react";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";

const PATIENCE = 2000;

/** Asked for only once the exact figures take longer than two seconds. */
export function Estimate({ datasetId, patience = PATIENCE }: { datasetId: string; patience?: number }): ReactElement | null {
  const late = useLate(patience);
  const { data } = useQuery({
    queryKey: [...keys.dataset(datasetId), "estimate"],
    queryFn: () =>
      answer(api.GET("/api/v1/datasets/{dataset_id}/estimate", { params: { path: { dataset_id: datasetId } } })),
    enabled: late,
    retry: false,
  });
  if (!data) return null;
  return (
    <Text size="sm" p="sm">
      {data.explanation.join(" ")}
    </Text>
  );
}

function useLate(patience: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [patience]);
  return late;
}
