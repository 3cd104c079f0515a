/** One proposal: whether every check passes, what it costs, what is left, some rows, one button. */
import { Badge, Button, Text, Title } from "@mantine/core";
import { useId, type ReactElement } from "react";
import type { ReleaseProposal } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ColumnBars } from "./ColumnBars";
import classes from "./Proposals.module.css";
import { SampleTable } from "./SampleTable";

interface Props {
  proposal: ReleaseProposal;
  used: boolean;
  pending: boolean;
  disabled: boolean;
  onUse: (run: string) => void;
}

export function ProposalCard({ proposal, used, pending, disabled, onUse }: Props): ReactElement {
  const { t } = useLanguage();
  const id = useId();
  const { run } = proposal;
  return (
    <article className={classes.card} aria-labelledby={id} data-recommended={proposal.recommended || undefined}>
      <header className={classes.head}>
        <Title order={3} size="h4" id={id}>
          {proposal.title}
        </Title>
        {proposal.recommended ? <Badge variant="filled">{t("proposals.recommended")}</Badge> : null}
      </header>
      <Text size="sm" c="dimmed">
        {proposal.explanation}
      </Text>
      <Passing proposal={proposal} />
      {proposal.reason ? <Text size="sm">{proposal.reason}</Text> : null}
      <ul className={classes.words}>
        {proposal.words.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {proposal.attributes.length ? <ColumnBars columns={proposal.attributes} /> : null}
      {proposal.sample.length ? <SampleTable proposal={proposal} /> : null}
      {run ? (
        <Button className={classes.use} variant={proposal.recommended ? "filled" : "default"} aria-describedby={id} loading={pending} disabled={disabled || used} onClick={() => onUse(run)}>
          {t(used ? "proposals.used" : "proposals.use")}
        </Button>
      ) : null}
    </article>
  );
}

/** Nothing is called passing unless the verdict on it said so. */
function Passing({ proposal }: { proposal: ReleaseProposal }): ReactElement {
  const { t } = useLanguage();
  const words = proposal.passes ? t("proposals.passes", { count: proposal.checks.length }) : t("proposals.impossible");
  return (
    <p className={classes.passing} data-passes={proposal.passes}>
      <Icon name={proposal.passes ? "check" : "close"} size={16} /> {words}
    </p>
  );
}
