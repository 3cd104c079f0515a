/** The five roles in the order in which they are offered, each with its colour. */
import type { Role } from "@/api/types";

export const ROLES: readonly Role[] = ["identifier", "person", "quasi", "sensitive", "insensitive"];

/** A hint for the eye beside the word, never instead of it. */
export const ROLE_COLOURS: Record<Role, string> = {
  identifier: "#c2410c",
  person: "#1d4ed8",
  quasi: "#0f766e",
  sensitive: "#7c3aed",
  insensitive: "#78837f",
};
