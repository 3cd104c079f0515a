/** What the file is for: who gets it, which columns matter most, how it will be used. */
import { Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useCatalogue, useDataset } from "@/api/dataset";
import type { Catalogue, DatasetView, Goal, GoalRequest } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { PageTitle } from "@/components/PageTitle";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useGoalReport, useSetGoal } from "./api";
import { ChoiceCards } from "./ChoiceCards";
import classes from "./Goal.module.css";
import { Importance } from "./Importance";
import { Limits } from "./Limits";

export default function GoalPage({ datasetId }: { datasetId: string }): ReactElement {
  const { t } = useLanguage();
  const view = useDataset(datasetId);
  const catalogue = useCatalogue();
  const error = view.error ?? catalogue.error;
  const retry = (): void => void (view.error ? view.refetch() : catalogue.refetch());
  return (
    <div className={classes.page}>
      <div>
        <PageTitle size="h3" text={t("goal.title")} />
        <Text c="dimmed">{t("goal.lead")}</Text>
      </div>
      <ErrorNotice error={error} onRetry={retry} />
      {view.data && catalogue.data ? <Questions view={view.data} catalogue={catalogue.data} /> : error ? null : <Loading />}
    </div>
  );
}

function Questions({ view, catalogue }: { view: DatasetView; catalogue: Catalogue }): ReactElement {
  const { t } = useLanguage();
  const change = useSetGoal(view.id);
  // What was clicked shows at once; the server's word holds once it is there.
  const goal: Goal = change.isPending ? { ...view.goal, ...defined(change.variables) } : view.goal;
  const disabled = view.right === "view";
  const quasi = view.attributes.filter(({ role }) => role === "quasi").map(({ name }) => name);
  return (
    <>
      <ChoiceCards
        label={t("goal.who")}
        value={goal.preset}
        disabled={disabled}
        onChange={(preset) => change.mutate({ preset })}
        choices={catalogue.presets.map((preset) => ({ value: preset.name, title: preset.title, text: preset.explanation, more: <Limits preset={preset} /> }))}
      />
      <section aria-label={t("goal.what")}>
        <Title order={2} className={classes.question}>
          {t("goal.what")}
        </Title>
        <Importance names={quasi} groups={goal.important} disabled={disabled} onChange={(important) => change.mutate({ important })} />
      </section>
      <ChoiceCards
        label={t("goal.how")}
        value={goal.use}
        disabled={disabled}
        onChange={(use) => change.mutate({ use: use as Goal["use"] })}
        choices={catalogue.uses.map((use) => ({ value: use.name, title: use.title, text: use.explanation }))}
      />
      <ErrorNotice error={change.error} />
      <Consequences id={view.id} goal={view.goal} saving={change.isPending} saved={change.isSuccess} />
    </>
  );
}

function defined({ preset, important, use }: GoalRequest): Partial<Goal> {
  return { ...(preset ? { preset } : {}), ...(important ? { important } : {}), ...(use ? { use } : {}) };
}

interface ConsequencesProps {
  id: string;
  goal: Goal;
  saving: boolean;
  saved: boolean;
}

function Consequences({ id, goal, saving, saved }: ConsequencesProps): ReactElement {
  const { t } = useLanguage();
  const report = useGoalReport(id, goal);
  return (
    <section aria-label={t("goal.follows")} className={classes.follows}>
      <Title order={2} className={classes.question}>
        {t("goal.follows")}
      </Title>
      <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />
      <ul>
        {report.data?.words.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" role="status">
        {saving ? t("goal.saving") : saved ? t("goal.saved") : ""}
      </Text>
    </section>
  );
}
