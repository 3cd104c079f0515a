/** Three ready ways to release the data, side by side: what each costs, a sample, one button. */
import { Button, Text, Title } from "@mantine/core";
import { useEffect, useRef, type ReactElement } from "react";
import { useCatalogue } from "@/api/dataset";
import type { MeasuredView, Proposals as Found } from "@/api/types";
import { useCachedState } from "@/api/useCachedState";
import { useJob } from "@/api/useJob";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { JobProgress } from "@/components/JobProgress";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { startProposals, useAdopt, useProposals } from "./api";
import { ProposalCard } from "./ProposalCard";
import classes from "./Proposals.module.css";

interface Props {
  view: MeasuredView;
  /** Called once a proposal is in use. */
  onAdopted?: () => void;
}

export function Proposals({ view, onAdopted }: Props): ReactElement {
  const { t } = useLanguage();
  const query = useProposals(view);
  const job = useJob<unknown>();
  const mayWork = view.right !== "view";
  const found = query.data?.proposals ?? [];
  const search = (): void => job.run("", () => startProposals(view.id), () => void query.refetch());
  useFirstSearch(query.data, mayWork, search);
  if (job.stage.at === "sending" || job.stage.at === "working") {
    return (
      <div className={classes.searching}>
        <JobProgress stage={job.stage} title={t("proposals.searching")} onCancel={job.cancel} />
      </div>
    );
  }
  return (
    <section className={classes.proposals} aria-label={t("proposals.title")}>
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      <ErrorNotice error={job.stage.at === "failed" ? job.stage.error : null} onRetry={job.again} />
      {query.isPending ? <Loading text={t("proposals.searching")} /> : null}
      {found.length ? <Cards view={view} found={found} onAdopted={onAdopted} /> : null}
      {query.data && !found.length && job.stage.at !== "failed" ? (
        <EmptyState icon="search" title={t("proposals.none")} text={t(mayWork ? "proposals.noneText" : "proposals.viewOnly")}>
          {mayWork ? <Button onClick={search}>{t("proposals.start")}</Button> : null}
        </EmptyState>
      ) : null}
    </section>
  );
}

/** Whoever comes here wants proposals: they are looked for without asking, but only once. */
function useFirstSearch(found: Found | undefined, mayWork: boolean, search: () => void): void {
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || !found) return;
    asked.current = true;
    if (mayWork && !found.proposals.length) search();
  });
}

interface CardsProps {
  view: MeasuredView;
  found: Found["proposals"];
  onAdopted?: () => void;
}

function Cards({ view, found, onAdopted }: CardsProps): ReactElement {
  const { t } = useLanguage();
  const adopt = useAdopt(view.id);
  const [used, setUsed] = useCachedState<{ run: string; revision: number } | null>(view.id, "proposal", null);
  const purpose = useCatalogue().data?.presets.find(({ name }) => name === view.goal.preset)?.title ?? view.goal.preset;

  function use(run: string): void {
    adopt.mutate(run, {
      onSuccess: ({ revision }) => {
        setUsed({ run, revision });
        onAdopted?.();
      },
    });
  }

  return (
    <>
      <div>
        <Title order={2} size="h3">
          {t("proposals.title")}
        </Title>
        <Text c="dimmed">{t("proposals.lead", { purpose })}</Text>
      </div>
      <ErrorNotice error={adopt.error} />
      <div className={classes.cards}>
        {found.map((proposal) => (
          <ProposalCard
            key={proposal.name}
            proposal={proposal}
            used={used?.revision === view.revision && used.run === proposal.run}
            pending={adopt.isPending && adopt.variables === proposal.run}
            disabled={view.right === "view" || adopt.isPending}
            onUse={use}
          />
        ))}
      </div>
    </>
  );
}
