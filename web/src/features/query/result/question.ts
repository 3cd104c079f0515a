/** What is asked of a result: what nobody must learn, what somebody knows, what every group must have. */
import type { Fact } from "@/api/types";

export interface Question {
  sensitive: string[];
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

export const START: Question = { sensitive: [], facts: [], threshold: 0.5, most: 2, quasi: [], guarded: [], k: 2, l: null, t: null };
