/** A dataset with too many combinations to be counted: the figures, and what can be done about it. */
import { Button, Stack, Text, Title } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import type { CrowdSize, DatasetView } from "@/api/types";
import { PageTitle } from "@/components/PageTitle";
import { useLanguage } from "@/i18n/LanguageProvider";
import { AppliedSteps } from "../AppliedSteps";
import { CountOne } from "./CountOne";
import { Proposal } from "./Proposal";

export function TooLarge({ view, size }: { view: DatasetView; size: CrowdSize }): ReactElement {
  const { t, format } = useLanguage();
  // A database that stops counting beyond the limit does not know how many there are.
  const words = size.stopped ? "crowd.beyond" : "crowd.figures";
  const figures = {
    rows: format.number(size.rows),
    combinations: format.number(size.combinations),
    most: format.number(size.most),
    columns: size.columns.join(", "),
  };
  return (
    <>
      <Stack p="xl" maw={view.can_count ? 860 : 720} mx="auto" gap="lg">
        <PageTitle size="h4" text={t("crowd.title")} />
        <Text>{t(words, figures)}</Text>
        {view.can_raise ? (
          <Choice title={t("crowd.raise.title")} text={t("crowd.raise.text")}>
            <Proposal view={view} />
          </Choice>
        ) : null}
        {view.can_count ? (
          <Choice title={t("crowd.count.title")} text={t("crowd.count.text")}>
            <CountOne view={view} />
          </Choice>
        ) : null}
        <Choice title={t("crowd.roles.title")} text={t("crowd.roles.text")}>
          <Button component={Link} href="/columns" variant={view.can_raise ? "default" : "filled"}>
            {t("crowd.roles.choose")}
          </Button>
        </Choice>
      </Stack>
      {view.decisions.length + view.redoable.length > 0 && <AppliedSteps view={view} />}
    </>
  );
}

function Choice({ title, text, children }: { title: string; text: string; children?: ReactNode }): ReactElement {
  return (
    <Stack component="section" gap="xs" align="flex-start" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
      {children}
    </Stack>
  );
}
