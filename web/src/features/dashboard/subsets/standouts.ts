/** What can be said of stand-outs that were found, or not. */
import type { StandOuts } from "@/api/types";

/** Whether combinations of as many attributes as asked for were looked at; there may be too many. */
export function lookedAtAll({ max_size, attributes }: Pick<StandOuts, "max_size" | "attributes">, asked: number): boolean {
  return max_size >= Math.min(asked, Object.keys(attributes).length);
}
