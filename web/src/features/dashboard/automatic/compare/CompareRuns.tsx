/** Two results side by side, or one and the table as it is now: figures, attributes, groups of rows. */
import { NativeSelect } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { AutomaticRun, MeasuredView } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { PaneState } from "../../PaneState";
import { NOW, useCompared, useRuns } from "../api";
import classes from "../AutomaticTab.module.css";
import { useRunName } from "../runNames";
import { FigureTable } from "./FigureTable";
import { GroupTable } from "./GroupTable";
import { QualityPairs } from "./QualityPairs";

export function CompareRuns({ view }: { view: MeasuredView }): ReactElement {
  const query = useRuns(view.id, view.revision);
  return <PaneState query={query}>{(runs) => <Sides view={view} runs={runs} />}</PaneState>;
}

interface SidesProps {
  view: MeasuredView;
  runs: readonly AutomaticRun[];
}

function Sides({ view, runs }: SidesProps): ReactElement {
  const { t } = useLanguage();
  const [picked, pick] = useState<readonly (string | undefined)[]>([]);
  const [newest, before] = runs;
  const known = (id: string | undefined): boolean => id === NOW || runs.some((run) => run.id === id);
  if (!newest) return <EmptyState icon="search" title={t("automatic.runs.few")} text={t("automatic.runs.fewHint")} />;
  // The older of the latest two stands on the left.
  const one = picked[0] !== undefined && known(picked[0]) ? picked[0] : (before?.id ?? NOW);
  const other = picked[1] !== undefined && known(picked[1]) ? picked[1] : newest.id;
  return <Compared view={view} runs={runs} one={one} other={other} onPick={pick} />;
}

interface ComparedProps extends SidesProps {
  one: string;
  other: string;
  onPick: (sides: readonly string[]) => void;
}

function Compared({ view, runs, one, other, onPick }: ComparedProps): ReactElement {
  const { t } = useLanguage();
  const [by, groupBy] = useState<string | null>(null);
  const query = useCompared(view.id, view.revision, one, other, by);
  const runOf = (id: string): AutomaticRun | undefined => runs.find((run) => run.id === id);
  return (
    <div className={classes.runs}>
      <div className={classes.column}>
        <RunSelect side="A" runs={runs} run={one} onPick={(id) => onPick([id, other])} />
        <RunSelect side="B" runs={runs} run={other} onPick={(id) => onPick([one, id])} />
        <PaneState query={query}>
          {(compared) => (
            <div className={classes.scroll} role="group" aria-label={t("automatic.result.figures")} {...FOCUSABLE}>
              <FigureTable compared={compared} one={runOf(one)} other={runOf(other)} />
            </div>
          )}
        </PaneState>
      </div>
      {query.data && (
        <>
          <div className={classes.column}>
            <h2 className={classes.title}>{t("automatic.result.quality")}</h2>
            <QualityPairs pairs={query.data.attributes} />
          </div>
          <div className={classes.column}>
            <GroupTable compared={query.data} by={by} onPick={groupBy} />
          </div>
        </>
      )}
    </div>
  );
}

interface RunSelectProps {
  side: string;
  runs: readonly AutomaticRun[];
  run: string;
  onPick: (id: string) => void;
}

function RunSelect({ side, runs, run, onPick }: RunSelectProps): ReactElement {
  const { t } = useLanguage();
  const nameOf = useRunName();
  return (
    <div className={classes.side}>
      <strong aria-hidden="true">{side}</strong>
      <NativeSelect
        size="xs"
        aria-label={t("automatic.runs.choose", { side })}
        value={run}
        data={[{ value: NOW, label: t("automatic.runs.now") }, ...runs.map((each) => ({ value: each.id, label: nameOf(each) }))]}
        onChange={(event) => onPick(event.currentTarget.value)}
      />
    </div>
  );
}
