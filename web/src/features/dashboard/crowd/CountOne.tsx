/** One choice of levels and k, counted by the database: exact figures without the combinations. */
import { Button, NativeSelect, NumberInput } from "@mantine/core";
import { useState, type ReactElement, type ReactNode } from "react";
import type { CountedState, DatasetView, StateColumn } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { JobProgress } from "@/components/JobProgress";
import { useLanguage } from "@/i18n/LanguageProvider";
import { levelLabel } from "../attributes/levels";
import { useCounting, useLevels, useStates } from "./api";
import classes from "./CountOne.module.css";
import { CountedFigures } from "./CountedFigures";

type Levels = Record<string, number>;

export function CountOne({ view }: { view: DatasetView }): ReactElement {
  const { t } = useLanguage();
  const states = useStates(view);
  const { job, look, count } = useCounting(view);
  const first = useLevels(view);
  const failed = [job, first.job].find(({ stage }) => stage.at === "failed");
  const error = failed?.stage.at === "failed" ? failed.stage.error : states.error;
  const running = [job, first.job].find(({ busy }) => busy);
  const columns = states.data?.columns ?? [];
  const notice = (
    <>
      <ErrorNotice error={error} onRetry={failed ? failed.again : () => void states.refetch()} onClose={failed?.close} />
      {running && (running.stage.at === "working" || running.stage.at === "sending") ? (
        <JobProgress stage={running.stage} title={running.stage.name} onCancel={running.cancel} />
      ) : null}
    </>
  );
  if (columns.length === 0) {
    return (
      <>
        {notice}
        {!running && <Button onClick={() => look(t("crowd.count.looking"))}>{t("crowd.count.look")}</Button>}
      </>
    );
  }
  return (
    <Choosing
      columns={columns}
      state={states.data?.state ?? null}
      canOpen={view.can_raise}
      busy={running !== undefined}
      notice={notice}
      onCount={(levels, k) => count(t("crowd.count.counting"), levels, k)}
      onOpen={(levels) => first.choose(t("crowd.count.opening"), levels)}
    />
  );
}

interface ChoosingProps {
  columns: StateColumn[];
  state: CountedState | null;
  /** Whether the dashboard can be opened from levels on. */
  canOpen: boolean;
  busy: boolean;
  /** How far the database is, or what went wrong. */
  notice: ReactNode;
  onCount: (levels: Levels, k: number) => void;
  onOpen: (levels: Levels) => void;
}

function Choosing({ columns, state, canOpen, busy, notice, onCount, onOpen }: ChoosingProps): ReactElement {
  const { t } = useLanguage();
  const [levels, setLevels] = useState<Levels>(() => Object.fromEntries(columns.map(({ attribute, level }) => [attribute, state?.levels[attribute] ?? level])));
  const [k, setK] = useState(state?.k ?? 1);
  const same = state !== null && state.k === k && columns.every(({ attribute }) => (levels[attribute] ?? 0) === (state.levels[attribute] ?? 0));
  const choose = (attribute: string, level: number): void => setLevels((now) => ({ ...now, [attribute]: level }));
  return (
    <div className={classes.panel}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          onCount(levels, k);
        }}
      >
        {columns.map(({ attribute, levels: offered }) => (
          <NativeSelect
            key={attribute}
            label={attribute}
            value={String(levels[attribute] ?? 0)}
            data={offered.map(({ level, title }) => ({ value: String(level), label: t("crowd.count.level", { level, title: levelLabel(title, t) }) }))}
            onChange={(event) => choose(attribute, Number(event.currentTarget.value))}
          />
        ))}
        <NumberInput label={t("crowd.count.k")} min={1} allowDecimal={false} value={k} onChange={(value) => setK(Math.max(1, Number(value) || 1))} />
        <Button type="submit" disabled={busy || same} className={classes.run}>
          {t("crowd.count.run")}
        </Button>
      </form>
      {notice}
      {state && <CountedFigures state={state} changed={!same} busy={busy} onTake={choose} onOpen={canOpen ? onOpen : undefined} />}
    </div>
  );
}
