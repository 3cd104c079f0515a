/** Two synthetic hospitals that share patients, made and chosen with one click. */
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, api } from "@/api/client";
import { followJob, jobId } from "@/api/jobs";
import { keys } from "@/api/keys";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";

export function SampleHospitals({ onReady }: { onReady: (ids: readonly string[]) => void }): ReactElement {
  const { t } = useLanguage();
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: async () => {
      const { datasets } = await followJob<{ datasets: string[] }>(jobId(await answer(api.POST("/api/v1/linked/sample"))));
      await client.invalidateQueries({ queryKey: keys.datasets });
      return datasets;
    },
    onSuccess: onReady,
  });
  return (
    <>
      <ErrorNotice error={making.error} onClose={() => making.reset()} />
      <Button size="compact-sm" variant="default" loading={making.isPending} onClick={() => making.mutate()}>
        {t("linked.data.sample")}
      </Button>
    </>
  );
}
