/** Names that fit what is being written: tables, columns, and the words of a SELECT. */
import type { QueryTable } from "@/api/types";

const WORDS = [
  "SELECT", "DISTINCT", "FROM", "WHERE", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "ON", "USING", "AND", "OR", "NOT",
  "IN", "BETWEEN", "LIKE", "IS NULL", "IS NOT NULL", "GROUP BY", "HAVING", "ORDER BY", "LIMIT", "AS", "COUNT", "SUM", "AVG", "MIN", "MAX",
  "CASE", "WHEN", "THEN", "ELSE", "END", "UNION ALL",
];
const MOST = 12;

export interface Suggestion {
  /** What is put into the text. */
  text: string;
  label: string;
  kind: "table" | "column" | "word";
  /** Where a column comes from. */
  of?: string;
}

export interface Completion {
  /** Where the word that is being written begins. */
  from: number;
  suggestions: Suggestion[];
}

/** Names that SQL would not read as they are stand in quotation marks. */
export function quoted(name: string): string {
  const plain = /^[a-z_][a-z0-9_]*$/.test(name) && !WORDS.some((word) => word.split(" ").includes(name.toUpperCase()));
  return plain ? name : `"${name.replaceAll('"', '""')}"`;
}

/** What fits before the cursor; nothing inside of texts and comments, nor, unless asked for, without a letter. */
export function complete(sql: string, cursor: number, tables: readonly QueryTable[], asked = false): Completion {
  const before = sql.slice(0, cursor);
  const inQuotes = before.split('"').length % 2 === 0;
  const word = inQuotes ? before.slice(before.lastIndexOf('"')) : (/(?:[\p{L}_][\p{L}\p{N}_]*)?$/u.exec(before)?.[0] ?? "");
  const from = cursor - word.length;
  const owner = /(?:"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_]*))\.$/u.exec(before.slice(0, from));
  if (isQuoted(before.slice(0, from)) || (!word && !owner && !asked)) return { from, suggestions: [] };
  const typed = word.replace(/^"/, "").toLowerCase();
  const found = owner ? columnsOf(tableOf(sql, (owner[1] ?? owner[2] ?? "").replaceAll('""', '"'), tables)) : everything(tables, !word.startsWith('"'));
  const fitting = found.filter(({ label }) => label.toLowerCase().includes(typed) && label.toLowerCase() !== typed);
  const rank = ({ label }: Suggestion): number => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return { from, suggestions: fitting.sort((one, other) => rank(one) - rank(other)).slice(0, MOST) };
}

/** Whether the end of a text lies within a literal or a comment. */
function isQuoted(before: string): boolean {
  const rest = before.replace(/'(?:[^']|'')*'/g, "").replace(/"(?:[^"]|"")*"/g, "").replace(/--[^\n]*\n/g, "").replace(/\/\*[\s\S]*?\*\//g, "");
  return rest.includes("'") || rest.includes("--") || rest.includes("/*");
}

/** The table behind a name or an alias. */
function tableOf(sql: string, name: string, tables: readonly QueryTable[]): QueryTable | undefined {
  const called = (wanted: string) => tables.find((table) => table.name.toLowerCase() === wanted.toLowerCase());
  if (called(name)) return called(name);
  for (const [, quotedName, plainName, alias] of sql.matchAll(/\b(?:from|join|,)\s+(?:"((?:[^"]|"")+)"|([\p{L}_][\p{L}\p{N}_]*))\s+(?:as\s+)?([\p{L}_][\p{L}\p{N}_]*)/giu)) {
    if (alias?.toLowerCase() === name.toLowerCase()) return called((quotedName ?? plainName ?? "").replaceAll('""', '"'));
  }
  return undefined;
}

function columnsOf(table: QueryTable | undefined): Suggestion[] {
  return table?.columns.map(({ name }) => ({ text: quoted(name), label: name, kind: "column" as const, of: table.name })) ?? [];
}

function everything(tables: readonly QueryTable[], words: boolean): Suggestion[] {
  const named = tables.map(({ name }): Suggestion => ({ text: quoted(name), label: name, kind: "table" }));
  const seen = new Set<string>();
  const columns = tables.flatMap(columnsOf).filter(({ label }) => !seen.has(label) && seen.add(label));
  return [...named, ...columns, ...(words ? WORDS.map((word): Suggestion => ({ text: word, label: word, kind: "word" })) : [])];
}
