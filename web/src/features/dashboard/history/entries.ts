/** The steps of a history: those in force with their numbers, newest first, and those that were undone. */
import type { History, HistoryStep } from "@/api/types";
import type { GraphPoint } from "@/charts/statesOption";

export type RiskName = "average" | "highest";

export interface Entry {
  /** 0 for the data as it was opened. */
  number: number;
  step: HistoryStep;
}

export function entriesOf({ start, steps }: History): Entry[] {
  const applied = steps.filter(({ undone }) => !undone);
  return [start, ...applied].map((step, number) => ({ number, step })).reverse();
}

export function undoneOf({ steps }: History): HistoryStep[] {
  return steps.filter(({ undone }) => undone).reverse();
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
