/** In what the figure of a check is counted: the server says it in the language of the page, so it follows from the check. */

const UNITS: Partial<Record<string, "percent" | "distance">> = { highest_risk: "percent", average_risk: "percent", closeness: "distance" };

export function unitOf(check: string): "percent" | "distance" | "number" {
  return UNITS[check] ?? "number";
}
