/** Make a copy of the data without somebody who stands out, decisions and all, and go there; the original stays. */
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import type { DatasetResult, MeasuredView } from "@/api/types";
import { useJob } from "@/api/useJob";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ofDataset } from "../api/derived";

export function CopyWithout({ view, row }: { view: MeasuredView; row: number }): ReactElement {
  const { t } = useLanguage();
  const client = useQueryClient();
  const [, goTo] = useLocation();
  const job = useJob<DatasetResult>();
  const byPerson = view.attributes.some(({ role }) => role === "person");
  const title = t(byPerson ? "subsets.remedy.copyPerson" : "subsets.remedy.copy");
  const make = (): void =>
    job.run(
      title,
      () => answer(api.POST("/api/v1/datasets/{dataset_id}/copies", { params: ofDataset(view.id), body: { without_row: row } })),
      ({ dataset }) => goTo(`~/datasets/${dataset}/check?tab=subsets&part=standouts`),
      () => void client.invalidateQueries({ queryKey: keys.datasets }),
    );
  return (
    <>
      <Button size="compact-xs" variant="default" loading={job.busy} onClick={make}>
        {title}
      </Button>
      <ErrorNotice error={job.stage.at === "failed" ? job.stage.error : null} onClose={job.close} />
    </>
  );
}
