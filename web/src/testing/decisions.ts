/** Decisions that many tests start from: `await server.decide(...FEW_QUASI)`. */
import type { DatasetView, Decision } from "@/api/types";

/** Leave so few quasi-identifiers that groups form. */
export const FEW_QUASI: Decision[] = ["postcode", "birth_country", "occupation", "education", "household_size"].map((attribute) => ({
  kind: "role",
  attribute,
  role: "insensitive",
}));

/** No quasi-identifier at all, or one only. */
export function withoutQuasi({ attributes }: DatasetView, except = ""): Decision[] {
  return attributes.filter(({ name, role }) => role === "quasi" && name !== except).map(({ name }) => ({ kind: "role", attribute: name, role: "insensitive" }));
}

export function atLastLevel({ attributes }: DatasetView): Decision[] {
  return attributes.filter(({ role }) => role === "quasi").map(({ name, height }) => ({ kind: "generalize", attribute: name, level: height }));
}

export function levelOf({ attributes }: DatasetView, name: string): number | null | undefined {
  return attributes.find((attribute) => attribute.name === name)?.level;
}
