/** One dataset of the mock: its journal, and the state that follows from it. */
import type { AdviceView, DatasetView, Decision, DecisionView, History, Role } from "../src/api/types.ts";
import type { MockRun } from "./automatic.ts";
import { quasi, risk, type Recoded, type State } from "./figures.ts";
import { build, fromCsv } from "./hierarchy.ts";
import { protectionsOf } from "./protections.ts";
import { CATALOGUE, COLUMNS, ROWS } from "./table.ts";

interface Recode {
  kind: "recode";
  k: number;
  recoded: Recoded;
}

type Kept = Decision | Recode;

interface Entry {
  id: string;
  decision: Kept;
  at: string;
  active: boolean;
}

interface Event {
  kind: "decide" | "undo" | "redo";
  entry: Entry;
  at: string;
  active: string[];
}

export class MockDataset {
  readonly id: string;
  readonly name: string;
  readonly created = new Date().toISOString();
  private entries: Entry[] = [];
  private events: Event[] = [];
  readonly runs: MockRun[] = [];

  constructor(id: string, name: string) {
    this.id = id;
    this.name = name;
  }

  get revision(): number {
    return this.events.length;
  }

  decide(decision: Kept): void {
    const entry = { id: `d${this.entries.length + 1}`, decision, at: new Date().toISOString(), active: true };
    this.stateOf([...this.activeDecisions(), decision]); // refuses what cannot be
    this.entries.push(entry);
    this.record("decide", entry);
  }

  toggle(id: string, active: boolean): boolean {
    const entry = this.entries.find((one) => one.id === id);
    if (!entry) return false;
    entry.active = active;
    this.record(active ? "redo" : "undo", entry);
    return true;
  }

  /** A decision for every attribute that differs, and for k. */
  goTo(levels: Record<string, number>, k: number): void {
    for (const entry of this.entries) {
      if (entry.active && entry.decision.kind === "recode") this.toggle(entry.id, false);
    }
    for (const [attribute, level] of Object.entries(levels)) {
      if ((this.state().levels[attribute] ?? 0) !== level) this.decide({ kind: "generalize", attribute, level });
    }
    if (this.state().k !== k) this.decide({ kind: "suppress", k });
  }

  jump(revision: number): void {
    const wanted = new Set(this.events[revision - 1]?.active ?? []);
    for (const entry of this.entries) {
      if (entry.active !== wanted.has(entry.id)) this.toggle(entry.id, wanted.has(entry.id));
    }
  }

  private record(kind: Event["kind"], entry: Entry): void {
    const active = this.entries.filter((one) => one.active).map((one) => one.id);
    this.events.push({ kind, entry, at: new Date().toISOString(), active });
  }

  private activeDecisions(): Kept[] {
    return this.entries.filter((one) => one.active).map((one) => one.decision);
  }

  state(): State {
    return this.stateOf(this.activeDecisions());
  }

  private stateOf(decisions: Kept[]): State {
    const roles = Object.fromEntries(COLUMNS.map((column) => [column.name, column.role])) as Record<string, Role>;
    const state: State = { roles, hierarchies: {}, levels: {}, k: 1 };
    for (const decision of decisions) if (decision.kind === "role") roles[decision.attribute] = decision.role;
    for (const [name, role] of Object.entries(roles)) {
      if (role !== "quasi") continue;
      state.hierarchies[name] = build(name);
      state.levels[name] = 0;
    }
    for (const decision of decisions) apply(state, decision);
    return state;
  }

  history(): History {
    const states = [[], ...this.events.map((event) => event.active)].map((active, revision) => {
      const decisions = this.entries.filter((one) => active.includes(one.id)).map((one) => one.decision);
      const { average_risk, highest_risk, utility_loss, k } = risk(this.stateOf(decisions));
      const label = revision ? (this.events[revision - 1]?.entry.decision.kind ?? "") : "Start";
      return { revision, label, average_risk, highest_risk, utility_loss, k, current: revision === this.revision };
    });
    const events = this.events.map((event, index) => ({
      revision: index + 1,
      kind: event.kind,
      text: describe(event.entry.decision),
      at: event.at,
      active: event.entry.active,
      void: false,
      decision_id: event.entry.id,
    }));
    return { events, states };
  }

  view(): DatasetView {
    const state = this.state();
    const now = risk(state);
    const measured = quasi(state).length > 0;
    const views = this.entries.map(viewDecision);
    return {
      id: this.id,
      name: this.name,
      rows: ROWS.length,
      revision: this.revision,
      attributes: COLUMNS.map(({ name, kind }) => {
        const level = state.levels[name] ?? 0;
        const titles = state.hierarchies[name]?.titles ?? [];
        const role = state.roles[name] ?? "insensitive";
        return { name, kind, role, level, height: titles.length, title: level ? (titles[level - 1] ?? "*") : "as is" };
      }),
      k: state.k,
      protections: protectionsOf(state),
      risk: measured ? now : null,
      decisions: views.filter((one) => one.active),
      redoable: views.filter((one) => !one.active),
      advice: measured ? advise(now.highest_risk, now.average_risk, now.explanation) : null,
    };
  }
}

function apply(state: State, decision: Kept): void {
  if (decision.kind === "recode") {
    state.recoded = decision.recoded;
    state.levels = Object.fromEntries(Object.keys(state.levels).map((name) => [name, 0]));
    state.k = 1;
    return;
  }
  if (decision.kind === "suppress") state.k = decision.k;
  if (decision.kind === "generalize") {
    const height = state.hierarchies[decision.attribute]?.titles.length ?? 0;
    state.levels[decision.attribute] = Math.min(decision.level, height);
  }
  if (decision.kind !== "hierarchy" || !(decision.attribute in state.hierarchies)) return;
  state.hierarchies[decision.attribute] =
    "csv" in decision ? fromCsv(decision.attribute, decision.csv) : build(decision.attribute, decision.builder);
}

export function describe(decision: Kept): string {
  switch (decision.kind) {
    case "role":
      return `${decision.attribute} is ${decision.role}`;
    case "hierarchy":
      return `${decision.attribute}: ${"csv" in decision ? "own hierarchy" : decision.builder}`;
    case "generalize":
      return `${decision.attribute} → level ${decision.level}`;
    case "suppress":
      return `k = ${decision.k}`;
    case "recode":
      return `recoded row by row to k = ${decision.k}`;
    case "protect":
      return `${decision.attribute}: ${decision.model ?? "no protection"}`;
  }
}

function viewDecision({ id, decision, at, active }: Entry): DecisionView {
  const { kind } = decision;
  const more = decision.kind === "recode" ? { k: decision.k } : decision;
  const none = { attribute: null, level: null, k: null, role: null, model: null, threshold: null };
  return { ...none, id, text: describe(decision), at, active, void: false, superseded: false, ...more, kind };
}

function advise(highest: number, average: number, sentences: string[]): AdviceView {
  const preset = CATALOGUE.presets.find((one) => highest <= one.highest_risk && average <= one.average_risk);
  const verdict = preset ? "safe" : average <= 25 ? "almost" : "unsafe";
  const presets = CATALOGUE.presets.map(({ name, title, highest_risk, average_risk }) => {
    const met = highest <= highest_risk && average <= average_risk;
    const missing = `The highest risk must fall to ${highest_risk} %, the average to ${average_risk} %.`;
    return { name, title, met, sentences: met ? [] : [missing] };
  });
  return { verdict, preset: preset?.name ?? null, sentences, presets };
}
