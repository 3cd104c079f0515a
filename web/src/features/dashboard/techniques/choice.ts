/** A technique as it is chosen in the form, and as the server reads it: `written(info, "income", "5")` is `income:rank_swap=5`. */
import type { AttributeView, TechniqueInfo } from "@/api/types";

export interface Choice {
  technique: string;
  column: string;
  /** As it was typed, by technique: shares in percent. */
  strengths: Record<string, string>;
}

export const NOTHING: Choice = { technique: "sample", column: "", strengths: {} };

/** The columns that a technique can change. */
export function columnsFor(info: TechniqueInfo, attributes: readonly AttributeView[]): string[] {
  return attributes.filter(({ kind, role }) => info.kinds.includes(kind) && role !== "person").map(({ name }) => name);
}

/** The strength that stands in the field at first. */
export function strengthOf(info: TechniqueInfo, { strengths }: Choice): string {
  return strengths[info.name] ?? String(info.unit === "share" ? 100 * info.default : info.default);
}

/** The technique in the words of the server; null while something is left open. */
export function written(info: TechniqueInfo, column: string | undefined, strength: string): string | null {
  const value = strength.trim().replace(",", ".");
  if (value === "" || (info.about === "column" && !column)) return null;
  const told = `${info.name}=${value}${info.unit === "share" ? "%" : ""}`;
  return info.about === "column" ? `${column ?? ""}:${told}` : told;
}
