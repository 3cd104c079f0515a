/** The states visited, newest first, each with the decision that led there. */
import type { History, HistoryState } from "@/api/types";
import type { GraphPoint } from "@/charts/statesOption";

export type RiskName = "average" | "highest";

export interface Entry {
  state: HistoryState;
  /** Empty for the data as it was opened. */
  text: string;
  at: string | null;
  /** What was decided here was taken back later. */
  undone: boolean;
}

export function entriesOf({ events, states }: History): Entry[] {
  const byRevision = new Map(events.map((event) => [event.revision, event]));
  return states
    .map((state) => {
      const event = byRevision.get(state.revision);
      return {
        state,
        text: event?.text ?? (state.revision === 0 ? "" : state.label),
        at: event?.at ?? null,
        undone: event?.kind === "decide" && !event.active,
      };
    })
    .sort((one, other) => other.state.revision - one.state.revision);
}

export function pointsOf({ states }: History, risk: RiskName): GraphPoint[] {
  return states.map((state) => ({
    revision: state.revision,
    label: state.label,
    risk: risk === "average" ? state.average_risk : state.highest_risk,
    loss: state.utility_loss,
    current: state.current,
  }));
}
