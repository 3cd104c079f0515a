/** Levels at which the combinations fit: looked for by the database, then counted from there on. */
import { Button, List, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { DatasetView, FirstLevels } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { JobProgress } from "@/components/JobProgress";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useLevels, useProposal } from "./api";

export function Proposal({ view }: { view: DatasetView }): ReactElement {
  const { t } = useLanguage();
  const proposal = useProposal(view);
  const { job, propose, choose } = useLevels(view);
  if (job.stage.at === "working" || job.stage.at === "sending") {
    return <JobProgress stage={job.stage} title={job.stage.name} onCancel={job.cancel} />;
  }
  const found = proposal.data?.found ? proposal.data : null;
  return (
    <>
      <ErrorNotice error={job.stage.at === "failed" ? job.stage.error : proposal.error} onRetry={job.stage.at === "failed" ? job.again : () => void proposal.refetch()} onClose={job.close} />
      {found ? <Levels found={found} onChoose={(levels) => choose(t("crowd.raise.applying"), levels)} /> : <Button onClick={() => propose(t("crowd.raise.proposing"))}>{t("crowd.raise.propose")}</Button>}
    </>
  );
}

function Levels({ found, onChoose }: { found: FirstLevels; onChoose: (levels: Record<string, number>) => void }): ReactElement {
  const { t, format } = useLanguage();
  const levels = Object.fromEntries(found.levels.map(({ attribute, level }) => [attribute, level]));
  return (
    <>
      <Text role="status">{t("crowd.raise.proposal", { combinations: format.number(found.combinations ?? 0) })}</Text>
      <List>
        {found.levels.map(({ attribute, level, title }) => (
          <List.Item key={attribute}>{t("crowd.raise.level", { attribute, level: format.number(level), title })}</List.Item>
        ))}
      </List>
      <Button onClick={() => onChoose(levels)}>{t("crowd.raise.apply")}</Button>
    </>
  );
}
