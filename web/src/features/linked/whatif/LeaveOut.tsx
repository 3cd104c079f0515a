/** Make a copy of a release without the rows of a leak, which takes its place here; with a way back. */
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import { useJob } from "@/api/useJob";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { keepCopy } from "../copies";
import type { DatasetResult } from "@/api/types";
import type { Linking } from "../useLinking";

interface Props {
  source: number;
  linking: Linking;
  know: Record<string, string>;
}

export function LeaveOut({ source, linking, know }: Props): ReactElement {
  const { t } = useLanguage();
  const client = useQueryClient();
  const [, ask] = useSearchParams();
  const job = useJob<DatasetResult>();
  const { datasets, asked, question } = linking;
  const swap = ({ dataset }: DatasetResult): void => {
    const next = datasets.map((id, place) => (place === source - 1 ? dataset : id));
    keepCopy(client, datasets, next, { copy: dataset, before: datasets });
    ask((before) => {
      before.set("data", next.join());
      return before;
    }, { replace: true });
  };
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={job.busy}
        onClick={() =>
          job.run(
            t("linked.repair.copy"),
            () => answer(api.POST("/api/v1/linked/repairs/rows", { body: { ...asked, know, threshold: question.threshold, source } })),
            (made) => void client.invalidateQueries({ queryKey: keys.datasets }).then(() => swap(made)),
          )
        }
      >
        {t("linked.repair.copy")}
      </Button>
      <ErrorNotice error={job.stage.at === "failed" ? job.stage.error : null} onClose={job.close} />
    </>
  );
}
