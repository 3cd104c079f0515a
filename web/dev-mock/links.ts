/** Two small hospitals that are linked, whichever data sets are asked for: real figures, equal values only. */
import type { components } from "../src/api/generated.ts";
import type { MockJobs } from "./jobs.ts";

type Schemas = components["schemas"];
type Asked = Schemas["WhatIfRequest"];
type Cells = Record<string, string>;

const A = `ZipCode,Age,MaritalStatus,HealthCondition
130**,20-30,Single,Cardiovascular
130**,20-30,Married,HIV
130**,20-30,Single,Diabetes
130**,20-30,Married,Diabetes
150**,40-50,Married,Broken Arm
150**,40-50,Single,Diabetes
150**,40-50,Single,Broken Arm`;
const B = `ZipCode,Nationality,Gender,HealthCondition
130**,European,Male,Cancer
130**,European,Male,Diabetes
130**,European,Male,Cardiovascular
150**,European,Female,Broken Arm
150**,American,Female,HIV
150**,American,Female,Diabetes`;

function table(text: string, source: number): Cells[] {
  const [head = [], ...rows] = text.split("\n").map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(row.map((cell, place) => [`${source}.${head[place] ?? ""}`, cell])));
}

const TABLES = [table(A, 1), table(B, 2)] as const;
const COLUMNS = TABLES.flatMap(([first]) => Object.keys(first ?? {}));
const bare = (label: string): string => label.slice(2);
const isSensitive = (label: string): boolean => bare(label) === "HealthCondition";

export function propose(datasets: string[], taxonomies: Schemas["TaxonomyRequest"][] = []): Schemas["LinkProposal"] {
  return {
    sources: TABLES.map((rows, place) => ({
      number: place + 1,
      dataset: datasets[place] ?? "",
      name: `${datasets[place] ?? ""}.csv`,
      rows: rows.length,
      changed: false,
      columns: Object.keys(rows[0] ?? {}).map((label) => {
        const values = [...new Set(rows.map((row) => row[label] ?? ""))].sort();
        return { label, name: bare(label), source: place + 1, role: isSensitive(label) ? "sensitive" : "quasi", kind: "text", distinct: values.length, values };
      }),
    })),
    sensitive: ["1.HealthCondition", "2.HealthCondition"],
    ranges: [],
    pairs: [{ left: "1.ZipCode", right: "2.ZipCode", condition: "equal", reason: "The same name, and 100 % of the values are equal." }],
    words: taxonomies.map(({ column }) => ({ column, given: true, label: "European", values: ["French", "German"] })),
  };
}

/** A text without a rule or a level is refused, as the server does. */
function proposal({ datasets, taxonomies = [] }: Schemas["ProposalRequest"]): Response {
  const bad = taxonomies.find(({ text }) => !text.includes("=>") && !text.includes(";"));
  if (bad) return Response.json({ code: "hierarchy", message: "The hierarchy does not end in '*'.", hint: "Give every value '*' as its last level.", errors: [] }, { status: 422 });
  return Response.json(propose(datasets, taxonomies));
}

function join({ on, different, sensitive = [] }: Asked): Cells[] {
  const pairs = [...(on ?? []), ...(sensitive.length > 1 && !different ? [{ left: sensitive[0] ?? "", right: sensitive[1] ?? "" }] : [])];
  return TABLES[0].flatMap((one) =>
    TABLES[1].map((other) => ({ ...one, ...other })).filter((row: Cells) => pairs.every(({ left, right }) => row[left] === row[right])),
  );
}

const matches = (row: Cells, know: Record<string, string>): boolean =>
  Object.entries(know).every(([name, value]) => COLUMNS.filter((label) => label === name || bare(label) === name).every((label) => row[label] === value));

function compose(values: string[], about: string, threshold: number): Schemas["NamedComposition"] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const told = [...counts].map(([value, rows]) => ({ value, rows, share: rows / values.length })).sort((one, other) => other.rows - one.rows);
  const p = told[0]?.share ?? null;
  const rule = p === null ? null : told.length === 1 ? 1 : 2;
  return { about, n: values.length, v: told.length, p, rule, breach: rule === 1 || (p ?? 0) >= threshold, dominant: told.slice(0, 1).map(({ value }) => value), values: told };
}

function whatIf(asked: Asked): Schemas["WhatIfReport"] {
  const { know = {}, threshold, different, sensitive = [] } = asked;
  const [one = "", two = ""] = sensitive;
  const found = join(asked).filter((row) => matches(row, know) && (!different || row[one] !== row[two]));
  const limit = threshold;
  const compositions = different
    ? [
        compose(found.map((row) => row[one] ?? ""), "1", limit),
        compose(found.map((row) => row[two] ?? ""), "2", limit),
        compose(found.map((row) => `${row[one] ?? ""} - ${row[two] ?? ""}`), "pair", limit),
      ]
    : [compose(found.map((row) => row[one] ?? ""), "HealthCondition", limit)];
  const main = compositions.at(-1) ?? compose([], "", limit);
  const { n, v, p, rule } = main;
  const breach = compositions.some((each) => each.breach);
  const sentence = n === 0 ? "Nobody matches: that does not mean that anybody is safe." : breach ? `Given away: ${main.dominant.join()}.` : "No breach.";
  return { know, threshold: limit, n, v, p, rule, breach, without_value: 0, sentences: [sentence], compositions };
}

function joinedRows(asked: Schemas["JoinedRowsRequest"]): Schemas["JoinedRowsPage"] {
  const rows = join({ ...asked, threshold: 0.5 });
  const marked = rows.map((row) => ({ matches: matches(row, asked.know ?? {}), cells: COLUMNS.map((label) => row[label] ?? null) }));
  const sorted = marked.sort((one, other) => Number(other.matches) - Number(one.matches));
  const matching = marked.filter((row) => row.matches).length;
  return { columns: COLUMNS, total: rows.length, matching, offset: asked.offset, rows: sorted.slice(asked.offset, asked.offset + asked.limit) };
}

function scan(asked: Schemas["ScanRequest"]): Schemas["ScanReport"] {
  const all = join({ ...asked, know: {} });
  const labels = COLUMNS.filter((label) => !isSensitive(label) && label !== "2.ZipCode");
  const findings = labels.flatMap((label) =>
    [...new Set(all.map((row) => row[label] ?? ""))].map((value) => {
      const { n, v, p, rule, breach } = whatIf({ ...asked, know: { [label]: value } });
      return { know: { [label]: value }, n, v, p: p ?? 0, rule: rule ?? 2, breach, facts: 1, news: true, about: "HealthCondition" };
    }),
  );
  const exposure = (rows: number): Schemas["ExposedShares"] => ({
    joined_rows: rows,
    share: rows / Math.max(all.length, 1),
    sources: TABLES.map((each, place) => ({ source: place + 1, rows, share: rows / each.length })),
  });
  const breached = findings.filter(({ breach }) => breach);
  const certain = breached.filter(({ rule }) => rule === 1).length;
  return {
    facts: asked.facts,
    tried: findings.length,
    breached: breached.length,
    certain,
    sources: TABLES.map((each, place) => ({ number: place + 1, name: `${asked.datasets[place] ?? ""}.csv`, rows: each.length })),
    joined_rows: all.length,
    growth: Array.from({ length: asked.facts + 1 }, (_, facts) => ({ facts, exposed: exposure(facts + 1), certain: exposure(facts) })),
    columns: labels.map((label, place) => ({ columns: [bare(label)], alone: exposure(place + 1), certain: exposure(place), taking_part: exposure(place), without: exposure(place) })),
    sentences: [],
    findings: breached.sort((one, other) => one.rule - other.rule),
  };
}

function check({ source, k, l }: Schemas["LinkCheckRequest"]): Schemas["PrivacyCheck"] {
  const holds = k < 2;
  return {
    holds,
    k: 1,
    l: 1,
    t: 0.5,
    classes: 4,
    rows: source ? (TABLES[source - 1]?.length ?? 0) : 6,
    failing_count: holds ? 0 : 1,
    failing_rows: holds ? 0 : 1,
    failing_classes: holds ? [] : [{ values: { "1.Age": "20-30", "2.Gender": "Male" }, size: 1, l: 1, t: 0.5 }],
    attributes: [{ attribute: "1.HealthCondition", l: 1, t: 0.5, holds: holds && !l, failing_classes: holds ? 0 : 1, failing_rows: holds ? 0 : 1 }],
  };
}

const REPAIRS: Schemas["Repair"][] = [
  { kind: "generalise", source: 1, column: "MaritalStatus", steps: 1, level: 2, texts: { Married: "*" }, rows: 7, cost: 0.2, closes: true, n: 3, p: 0.5, sentence: "Raise 'MaritalStatus' of 'a.csv' one level." },
  { kind: "suppress", source: 2, column: null, steps: 0, level: null, texts: {}, rows: 1, cost: 0.3, closes: true, n: 0, p: null, sentence: "Leave out 1 row of 'b.csv'." },
  { kind: "generalise", source: 2, column: "Gender", steps: 1, level: 1, texts: { Male: "*" }, rows: 6, cost: 0.4, closes: false, n: 1, p: 1, sentence: "Raise 'Gender' of 'b.csv' one level." },
];

const ADVICE: Schemas["LinkAdviceReport"] = {
  facts: 2,
  now: { exposed: 18, certain: 7 },
  shared: [{ columns: ["1.ZipCode", "2.ZipCode"], dropped: { exposed: 6, certain: 1 }, raised: null }],
  jointly: true,
  sentences: ["The releases share 1 column: 'ZipCode'.", "Anonymise the releases together."],
};

const TOGETHER: Schemas["MergePlan"] = { possible: true, by: "identifier", keys: [["patient"], ["patient"]], people: 11, shared: 2, reason: "", needed: "" };

export function toLinks(jobs: MockJobs, kept: Map<string, unknown>, what: string, body: unknown): Response | undefined {
  switch (what) {
    case "proposal":
      return proposal(body as Schemas["ProposalRequest"]);
    case "what-if":
      return Response.json(whatIf(body as Asked));
    case "rows":
      return Response.json(joinedRows(body as Schemas["JoinedRowsRequest"]));
    case "check":
      return Response.json(check(body as Schemas["LinkCheckRequest"]));
    case "repairs":
      return jobs.start(["Trying levels of 'Age'", "Trying without rows of 'a.csv'"], () => {
        const id = `repairs-${kept.size + 1}`;
        kept.set(id, { know: (body as Asked).know ?? {}, repairs: REPAIRS } satisfies Schemas["Repairs"]);
        return { repairs: id };
      });
    case "advice":
      return jobs.start(["Trying all facts", "Trying without 'ZipCode'"], () => {
        const id = `advice-${kept.size + 1}`;
        kept.set(id, ADVICE);
        return { advice: id };
      });
    case "together/plan":
      return Response.json(TOGETHER);
    case "together":
      return jobs.start(["Putting people together"], () => ({ dataset: "both" }));
    case "repairs/rows":
      return jobs.start(["Writing"], () => ({ dataset: "copy" }));
    case "scan":
      return jobs.start(["Joining", "Trying all facts"], () => {
        const id = `scan-${kept.size + 1}`;
        kept.set(id, scan(body as Schemas["ScanRequest"]));
        return { scan: id };
      });
    default:
      return undefined;
  }
}
