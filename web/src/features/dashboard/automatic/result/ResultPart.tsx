/** A result beside the data as it was: figures, what is left of each attribute, values, rows. */
import { NativeSelect, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { AutomaticRun, MeasuredView } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { PaneState } from "../../PaneState";
import { useRuns } from "../api";
import classes from "../AutomaticTab.module.css";
import { useRunName } from "../runNames";
import { Details } from "./Details";
import { FitnessNote } from "./FitnessNote";
import { Notes } from "./Notes";
import { RunFigures } from "./RunFigures";
import { RunTitle } from "./RunTitle";
import { Verdict } from "./Verdict";

interface ResultPartProps {
  view: MeasuredView;
  /** The run that is asked for; without one, the latest. */
  wanted: string | null;
  onPick: (run: string) => void;
}

export function ResultPart({ view, wanted, onPick }: ResultPartProps): ReactElement {
  const query = useRuns(view.id, view.revision);
  return (
    <PaneState query={query}>
      {(runs) => {
        const run = runs.find(({ id }) => id === wanted) ?? runs[0];
        if (run) return <Result key={run.id} view={view} runs={runs} run={run} onPick={onPick} />;
        return (
          <>
            <Notes view={view} />
            <NoResult />
          </>
        );
      }}
    </PaneState>
  );
}

interface ResultProps {
  view: MeasuredView;
  runs: readonly AutomaticRun[];
  run: AutomaticRun;
  onPick: (run: string) => void;
}

function Result({ view, runs, run, onPick }: ResultProps): ReactElement {
  const { t } = useLanguage();
  const nameOf = useRunName();
  return (
    <div className={classes.result}>
      <div className={classes.column}>
        <Notes view={view} />
        <NativeSelect
          size="xs"
          aria-label={t("automatic.result.choose")}
          value={run.id}
          data={runs.map((each) => ({ value: each.id, label: nameOf(each) }))}
          onChange={(event) => onPick(event.currentTarget.value)}
        />
        <RunTitle id={view.id} run={run} />
        <Verdict view={view} run={run} />
        <div className={classes.scroll} role="group" aria-label={t("automatic.result.figures")} {...FOCUSABLE}>
          {run.fitness && <FitnessNote fitness={run.fitness} />}
          {(run.result.notes ?? []).map((note) => (
            <Text key={note} size="sm" fw={600}>
              {note}
            </Text>
          ))}
          <RunFigures run={run} />
        </div>
      </div>
      <Details view={view} run={run} />
    </div>
  );
}

export function NoResult(): ReactElement {
  const { t } = useLanguage();
  return <EmptyState icon="search" title={t("automatic.result.none")} text={t("automatic.result.noneHint")} />;
}
