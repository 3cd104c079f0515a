/** The shapes of linked data sets, from the types that are generated from OpenAPI. */
import type { components } from "@/api/generated";

type Schemas = components["schemas"];

export type Proposal = Schemas["Proposal"];
export type LinkSource = Schemas["LinkableDataset"];
export type LinkColumn = Schemas["LinkableColumn"];
export type LinkRange = Schemas["LinkRange"];
export type Condition = Schemas["LinkPair"]["condition"];
export type WhatIfRequest = Schemas["WhatIfAsked"];
/** How data sets are linked, whatever is then asked of them. */
export type LinkRequest = Omit<WhatIfRequest, "know" | "threshold">;
export type JoinKind = NonNullable<LinkRequest["join"]>;

export type WhatIf = Schemas["WhatIfAnswer"];
export type Composition = Schemas["Composition"];
export type JoinedRowsRequest = Schemas["JoinedRowsAsked"];
export type JoinedRows = Schemas["JoinedRows"];
export type MarkedRow = Schemas["MarkedRow"];

export type Repair = Schemas["RepairTold"];
export type AdviceRequest = Schemas["AdviceAsked"];
export type LinkAdvice = Schemas["LinkAdviceTold"];
export type TogetherPlan = Schemas["TogetherPlan"];
export type KnownWords = Schemas["KnownWords"];
export type Taxonomy = Schemas["TaxonomyAsked"];
export type RepairsFound = Schemas["RepairsTold"];

export type ScanRequest = Schemas["ScanAsked"];
export type Scan = Schemas["ScanAnswer"];
export type Finding = Schemas["Finding"];
export type Exposure = Schemas["Exposure"];
export type CheckRequest = Schemas["LinkCheckAsked"];
export type Check = Schemas["LinkCheck"];

export interface ScanResult {
  scan: string;
}

/** A data set that a job has made. */
export interface MadeDataset {
  dataset: string;
}

/** Two columns that belong together; proposed ones say why. */
export interface Pair {
  left: string;
  right: string;
  condition: Condition;
  reason?: string;
}

/** How the chosen data sets are linked; what a person edits. */
export interface Question {
  join: JoinKind;
  /** One for each data set but the first, where there are more than two. */
  joins?: JoinKind[];
  on: Pair[];
  sensitive: string[];
  different: boolean;
  threshold: number;
}

/** Something that is known about somebody. */
export interface Fact {
  column: string;
  value: string;
}
