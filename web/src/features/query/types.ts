/** Places in the tree of sources: `{ kind: "schema", source, schema: "public" }`. */
import type { Source, SourceColumn } from "@/api/types";

/** Something in the tree of sources: a database, a part of it, or a data set of the workspace. */
export type Place =
  | { kind: "dataset"; dataset: string; name: string }
  | { kind: "source"; source: Source }
  | { kind: "schema"; source: Source; schema: string }
  | { kind: "table"; source: Source; schema: string; table: string }
  | { kind: "column"; source: Source; schema: string; table: string; column: SourceColumn };

export type TablePlace = Extract<Place, { kind: "table" }>;
