/** The question that a person edits about some data sets, kept while the page is open. */
import { useProposal } from "./api";
import { gapOf, request, startFrom, type Gap } from "./question";
import type { Fact, LinkRange, LinkRequest, Proposal, Taxonomy } from "@/api/types";
import type { Question } from "./question";
import { useCachedInput } from "@/api/useCachedState";

export interface Linking {
  datasets: readonly string[];
  proposal: Proposal;
  question: Question;
  change: (edited: Partial<Question>) => void;
  /** Take the proposed pairs again. */
  reset: () => void;
  ranges: LinkRange[] | null;
  setRanges: (ranges: LinkRange[]) => void;
  /** What words stand for, as a person gave it. */
  taxonomies: Taxonomy[];
  setTaxonomies: (taxonomies: Taxonomy[]) => void;
  facts: Fact[];
  setFacts: (facts: Fact[]) => void;
  gap: Gap | null;
  asked: LinkRequest;
}

const NO_FACTS: Fact[] = [];
const NO_TAXONOMIES: Taxonomy[] = [];

/** The name under which is kept what belongs to some data sets. */
export const keptOf = (datasets: readonly string[]): string => `linked ${datasets.join()}`;

interface Found {
  /** None until the columns have been compared. */
  linking: Linking | null;
  error: Error | null;
  retry: () => void;
}

export function useLinking(datasets: readonly string[]): Found {
  const id = keptOf(datasets);
  const [edited, keep] = useCachedInput<Partial<Question>>(id, "question", {});
  const [ranges, keepRanges] = useCachedInput<LinkRange[] | null>(id, "ranges", null);
  const [facts, setFacts] = useCachedInput<Fact[]>(id, "facts", NO_FACTS);
  const [taxonomies, keepTaxonomies] = useCachedInput<Taxonomy[]>(id, "taxonomies", NO_TAXONOMIES);
  const { data: proposal, error, refetch } = useProposal({ datasets, ranges, taxonomies });
  const retry = (): void => void refetch();
  if (!proposal) return { linking: null, error, retry };
  const question = { ...startFrom(proposal), ...edited };
  const { on: _, ...others } = edited;
  const linking: Linking = {
    datasets,
    proposal,
    question,
    change: (more) => keep({ ...edited, ...more }),
    reset: () => keep(others),
    ranges,
    setRanges: (next) => {
      keepRanges(next);
      keep(others);
    },
    taxonomies,
    setTaxonomies: (next) => {
      keepTaxonomies(next);
      keep(others);
    },
    facts,
    setFacts,
    gap: gapOf(question, datasets.length),
    asked: request(datasets, question, proposal.ranges, taxonomies),
  };
  return { linking, error, retry };
}
