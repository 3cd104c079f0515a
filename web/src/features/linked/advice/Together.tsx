/** The same people in several releases: put them together with one click, or say what is needed for it. */
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { answer, api } from "@/api/client";
import { keys } from "@/api/keys";
import { useJob } from "@/api/useJob";
import { ErrorNotice } from "@/components/ErrorNotice";
import { HelpText } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useTogetherPlan } from "../api";
import { named } from "@/components/linking/ScanResult";
import type { DatasetResult, TogetherPlan } from "@/api/types";
import type { Linking } from "../useLinking";
import classes from "./Advice.module.css";

export function Together({ linking, likely }: { linking: Linking; likely: boolean }): ReactElement | null {
  const { t } = useLanguage();
  const client = useQueryClient();
  const [, go] = useLocation();
  const plan = useTogetherPlan(linking.asked);
  const job = useJob<DatasetResult>();
  if (plan.error) return <ErrorNotice error={plan.error} onRetry={() => void plan.refetch()} />;
  if (!plan.data || (!likely && !plan.data.shared)) return null;
  const run = (): void =>
    job.run(
      t("linked.together.do"),
      () => answer(api.POST("/api/v1/linked/together", { body: linking.asked })),
      ({ dataset }) => go(`/datasets/${encodeURIComponent(dataset)}/safe?tab=automatic`),
      () => void client.invalidateQueries({ queryKey: keys.datasets }),
    );
  return (
    <section aria-labelledby="together" className={classes.together}>
      <h3 id="together" className={classes.title}>
        {t("linked.together.title")}
        <HelpText title={t("linked.together.title")} text={t("linked.together.help")} />
      </h3>
      {plan.data.possible ? (
        <>
          <Text size="sm">{t("linked.together.told")}</Text>
          <Who plan={plan.data} />
          <Button size="xs" loading={job.busy} onClick={run} className={classes.do}>
            {t("linked.together.do")}
          </Button>
        </>
      ) : (
        <>
          <Text size="sm">{plan.data.reason}</Text>
          <Text size="sm">{plan.data.needed}</Text>
        </>
      )}
      <ErrorNotice error={job.stage.at === "failed" ? job.stage.error : null} onClose={job.close} />
    </section>
  );
}

/** By what people are told, and how many are in more than one release. */
function Who({ plan }: { plan: TogetherPlan }): ReactElement {
  const { t, format } = useLanguage();
  const parts = (plan.keys[0] ?? []).map((_, part) => named(plan.keys.map((key, place) => `${place + 1}.${key[part] ?? ""}`)));
  return (
    <Text size="sm" c="dimmed">
      {t(plan.by === "identifier" ? "linked.together.byIdentifier" : "linked.together.byColumns", {
        columns: parts.join(", "),
        shared: format.number(plan.shared),
        people: format.number(plan.people),
      })}
    </Text>
  );
}
