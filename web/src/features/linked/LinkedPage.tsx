/** Several releases together: which, how they are joined, and what somebody learns from them. */
import { Button, Text } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { PageError } from "@/components/PageError";
import { PageTitle } from "@/components/PageTitle";
import { useDatasets } from "@/api/datasets";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./LinkedPage.module.css";
import { ResultTabs } from "./ResultTabs";
import { DatasetChoice } from "./setup/DatasetChoice";
import { JoinForm } from "./setup/JoinForm";
import { PersonForm } from "./setup/PersonForm";
import { RangeForm } from "./setup/RangeForm";
import { SampleHospitals } from "./setup/SampleHospitals";
import { SecretForm } from "./setup/SecretForm";
import { ThresholdForm } from "./setup/ThresholdForm";
import { WordsForm } from "./setup/WordsForm";
import { useLinking, type Linking } from "./useLinking";

export default function LinkedPage(): ReactElement {
  const { t } = useLanguage();
  const { data: all, error, refetch } = useDatasets();
  const [asked, ask] = useSearchParams();
  const [ticked, tick] = useState<string | null>(null);
  useEffect(() => {
    document.title = `${t("linked.title")} · ${t("app.name")}`;
    return () => {
      document.title = t("app.name");
    };
  }, [t]);
  if (!all) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading text={t("linked.data.loading")} />;
  const choose = (ids: readonly string[], last: string | null = null): void => {
    tick(last);
    ask((before) => {
      before.set("data", ids.join());
      return before;
    }, { replace: true });
  };
  if (!all.length) {
    return (
      <EmptyState page icon="merge" title={t("linked.data.none")} text={t("linked.data.noneText")}>
        <Button component={Link} href="/">
          {t("linked.data.toStart")}
        </Button>
        <SampleHospitals onReady={choose} />
      </EmptyState>
    );
  }
  const wanted = (asked.get("data") ?? "").split(",");
  const chosen = wanted.filter((id) => all.some((one) => one.id === id));
  return <Linked key={chosen.join()} chosen={chosen} choice={<DatasetChoice all={all} chosen={chosen} ticked={ticked} onChoose={choose} />} />;
}

function Linked({ chosen, choice }: { chosen: readonly string[]; choice: ReactElement }): ReactElement {
  const { t } = useLanguage();
  const { linking, error, retry } = useLinking(chosen);
  return (
    <div className={classes.page}>
      <section className={classes.side} aria-label={t("linked.steps")}>
        <div>
          <PageTitle size="h4" text={t("linked.title")} />
          <Text size="xs" c="dimmed" className={classes.lead}>
            <Explained text={t("linked.lead")} by={<Term name="linkage" />} />
          </Text>
        </div>
        {choice}
        {linking ? <SetUp linking={linking} /> : null}
      </section>
      <section className={classes.results} aria-label={t("linked.results")}>
        {error ? (
          <div className={classes.padded}>
            <ErrorNotice error={error} onRetry={retry} />
          </div>
        ) : chosen.length < 2 ? (
          <EmptyState icon="merge" title={t("linked.data.few")} text={t("linked.data.fewText")} />
        ) : linking ? (
          <Results linking={linking} />
        ) : (
          <Loading text={t("linked.data.looking")} />
        )}
      </section>
    </div>
  );
}

function SetUp({ linking }: { linking: Linking }): ReactElement {
  return (
    <>
      <SecretForm linking={linking} />
      <PersonForm linking={linking} />
      <JoinForm linking={linking} />
      <RangeForm linking={linking} />
      <WordsForm linking={linking} />
      <ThresholdForm linking={linking} />
    </>
  );
}

function Results({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();
  const { gap } = linking;
  // Whoever attacks with a list of names need not say what is sensitive, or how releases are joined.
  if (gap === null || asked.get("tab") === "attack") return <ResultTabs linking={linking} />;
  const attack = (): void =>
    ask((before) => {
      before.set("tab", "attack");
      return before;
    }, { replace: true });
  return (
    <EmptyState icon="alert" title={t(`linked.gap.${gap}`)} text={t(`linked.gap.${gap}Text`)}>
      <Button variant="default" size="xs" onClick={attack}>
        {t("attack.instead")}
      </Button>
    </EmptyState>
  );
}
