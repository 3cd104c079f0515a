/** What was done as a list, and the states that were visited as a graph; each can be gone back to. */
import { NativeSelect, useComputedColorScheme } from "@mantine/core";
import { Suspense, useMemo, useState, type ComponentType, type ReactElement } from "react";
import { useGoBack, useJump } from "@/api/dataset";
import type { History, HistoryStep, MeasuredView } from "@/api/types";
import type { StatesGraphProps } from "@/charts/StatesGraph";
import { ChangeError } from "@/components/ChangeError";
import { lazily } from "@/components/lazily";
import { Loading } from "@/components/Loading";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useHistory } from "../api/derived";
import { PaneState } from "../PaneState";
import { entriesOf, pointsOf, undoneOf, type RiskName } from "./entries";
import { HistoryList } from "./HistoryList";
import classes from "./HistoryTab.module.css";

// The chart library is fetched with the first look at the history, not with the page.
const StatesGraph = lazily(() => import("@/charts/StatesGraph"));

interface HistoryTabProps {
  view: MeasuredView;
  /** What draws the states. */
  graph?: ComponentType<StatesGraphProps>;
}

export function HistoryTab({ view, graph = StatesGraph }: HistoryTabProps): ReactElement {
  const query = useHistory(view.id, view.revision);
  return <PaneState query={query}>{(history) => <Visited id={view.id} history={history} graph={graph} />}</PaneState>;
}

interface VisitedProps {
  id: string;
  history: History;
  graph: ComponentType<StatesGraphProps>;
}

function Visited({ id, history, graph }: VisitedProps): ReactElement {
  const jump = useJump(id);
  const back = useGoBack(id);
  const goBack = ({ decisions }: HistoryStep): void => {
    const last = decisions.at(-1);
    if (last === undefined) jump.mutate(0);
    else back.mutate(last);
  };
  const held = useHeldFocus();
  return (
    <div className={classes.tab} {...held}>
      <div style={{ display: "grid", minHeight: 0, gridTemplateRows: "auto minmax(0, 1fr)" }}>
        <div>
          <ChangeError change={jump} />
          <ChangeError change={back} />
        </div>
        <HistoryList
          entries={entriesOf(history)}
          undone={undoneOf(history)}
          busy={jump.isPending || back.isPending}
          onBack={goBack}
          onJump={jump.mutate}
        />
      </div>
      <Graph history={history} drawn={graph} onJump={jump.mutate} />
    </div>
  );
}

interface GraphProps {
  history: History;
  drawn: ComponentType<StatesGraphProps>;
  onJump: (revision: number) => void;
}

function Graph({ history, drawn: Drawn, onJump }: GraphProps): ReactElement {
  const { t } = useLanguage();
  const dark = useComputedColorScheme("light") === "dark";
  const [shown, setShown] = useState<RiskName>("average");
  const points = useMemo(() => pointsOf(history, shown), [history, shown]);
  return (
    <div className={classes.graph}>
      <div className={classes.bar}>
        {t("dashboard.history.graph")}
        <NativeSelect
          size="xs"
          aria-label={t("dashboard.history.measure")}
          value={shown}
          data={(["average", "highest"] as const).map((name) => ({ value: name, label: t(`dashboard.history.${name}`) }))}
          onChange={(event) => setShown(event.currentTarget.value as RiskName)}
        />
      </div>
      <Suspense fallback={<Loading />}>
        <Drawn
          points={points}
          name={t("dashboard.history.graphName")}
          risk={t(`dashboard.history.${shown}`)}
          loss={t("dashboard.history.loss")}
          dark={dark}
          onPick={onJump}
        />
      </Suspense>
    </div>
  );
}
