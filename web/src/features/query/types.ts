/** The shapes of sources, tables and queries, from the types that are generated from OpenAPI. */
import type { components } from "@/api/generated";

type Schemas = components["schemas"];

export type Source = Schemas["Source"];
export type SourceColumn = Schemas["SourceColumn"];
export type LaidTable = Schemas["LaidTable"];
export type TableRequest = Schemas["TableAsked"];
export type BuiltQuery = Schemas["BuiltAsked"];
export type QueryRequest = Schemas["QueryAsked"];
export type JoinKind = NonNullable<Schemas["JoinAsked"]["kind"]>;
export type Condition = NonNullable<Schemas["MatchAsked"]["condition"]>;
export type Operator = Schemas["WhereAsked"]["operator"];
export type QueryResult = Schemas["QueryResult"];
export type ResultRows = Schemas["ResultRows"];
export type MarkedRows = Schemas["MarkedResultRows"];
export type ResultWhatIf = Schemas["ResultWhatIf"];
export type ResultScan = Schemas["ScanAnswer"];
export type ResultScanRequest = Schemas["ResultScanAsked"];
export type ResultCheck = Schemas["ResultCheck"];
export type ResultCheckRequest = Schemas["ResultCheckAsked"];

/** Something in the tree of sources: a database, a part of it, or a data set of the workspace. */
export type Place =
  | { kind: "dataset"; dataset: string; name: string }
  | { kind: "source"; source: Source }
  | { kind: "schema"; source: Source; schema: string }
  | { kind: "table"; source: Source; schema: string; table: string }
  | { kind: "column"; source: Source; schema: string; table: string; column: SourceColumn };

export type TablePlace = Extract<Place, { kind: "table" }>;

/** Something that is known about somebody. */
export interface Fact {
  column: string;
  value: string;
}
