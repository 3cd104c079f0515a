/** Every state that was visited, as a list and as a graph; each can be gone back to. */
import { NativeSelect, useComputedColorScheme } from "@mantine/core";
import { lazy, Suspense, useMemo, useState, type ReactElement } from "react";
import { useJump } from "@/api/dataset";
import type { History, MeasuredView } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { Loading } from "@/components/Loading";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useHistory } from "../api/derived";
import { PaneState } from "../PaneState";
import { entriesOf, pointsOf, type RiskName } from "./entries";
import { HistoryList } from "./HistoryList";
import classes from "./HistoryTab.module.css";

// The chart library is fetched with the first look at the history, not with the page.
const StatesGraph = lazy(() => import("@/charts/StatesGraph"));

export function HistoryTab({ view }: { view: MeasuredView }): ReactElement {
  const query = useHistory(view.id, view.revision);
  return <PaneState query={query}>{(history) => <Visited id={view.id} history={history} />}</PaneState>;
}

function Visited({ id, history }: { id: string; history: History }): ReactElement {
  const jump = useJump(id);
  const held = useHeldFocus();
  return (
    <div className={classes.tab} {...held}>
      <div style={{ display: "grid", minHeight: 0, gridTemplateRows: "auto minmax(0, 1fr)" }}>
        <ChangeError change={jump} />
        <HistoryList entries={entriesOf(history)} busy={jump.isPending} onJump={jump.mutate} />
      </div>
      <Graph history={history} onJump={jump.mutate} />
    </div>
  );
}

function Graph({ history, onJump }: { history: History; onJump: (revision: number) => void }): ReactElement {
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
        <StatesGraph
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
