/** What is asked of a result: what nobody must learn, what somebody knows, what every group must have. */
import type { Fact } from "@/api/types";

export interface Question {
  sensitive: string[];
  /** By which column people are counted, or `none`; null: as guessed of the result. */
  person: string | null;
  facts: Fact[];
  threshold: number;
  /** How many facts a scan combines. */
  most: number;
  /** What others may know, for the privacy check. */
  quasi: string[];
  /** Each is checked apart. */
  guarded: string[];
  k: number;
  l: number | null;
  t: number | null;
}

export const START: Question = { sensitive: [], person: null, facts: [], threshold: 0.5, most: 2, quasi: [], guarded: [], k: 2, l: null, t: null };

/** The person key as it is sent: left out where it is guessed. */
export function personOf({ person }: Pick<Question, "person">): { person?: string } {
  return person === null ? {} : { person };
}
