/** What is drawn and where: at most 60 attributes, so that the page stays quick. */
import type { Merge, Subsets } from "@/api/types";

export const MOST_DRAWN = 60;
/** Numbers stand in the cells where there is room for them. */
export const MOST_NUMBERED = 20;

export const ORDERS = ["tree", "columns"] as const;
export type Order = (typeof ORDERS)[number];

type Ordered = Pick<Subsets, "attributes" | "order" | "single">;

/** The attributes to draw: all, or those with the largest k alone, in the order that is asked for. */
export function drawnAttributes({ attributes, order, single }: Ordered, wanted: Order, most = MOST_DRAWN): string[] {
  const kept = new Set([...attributes].sort((a, b) => (single[b] ?? 0) - (single[a] ?? 0)).slice(0, most));
  return (wanted === "tree" ? order : attributes).filter((name) => kept.has(name));
}

export interface TreeNode {
  members: string[];
  k: number;
  /** How many merges lie below, at most: the place from left to right. */
  depth: number;
  /** The place from top to bottom, in leaves. */
  at: number;
  children: TreeNode[];
}

/** The tree over the attributes that are drawn; what joins only others is left out. */
export function layTree(merges: readonly Merge[], single: Readonly<Record<string, number>>, drawn: readonly string[]): TreeNode[] {
  const standing = new Map<string, TreeNode>(
    drawn.map((name, at) => [name, { members: [name], k: single[name] ?? 0, depth: 0, at, children: [] }]),
  );
  for (const merge of merges) {
    const children = [merge.left, merge.right]
      .map((side) => standing.get(side.find((name) => standing.has(name)) ?? ""))
      .filter((node) => node !== undefined)
      .sort((a, b) => a.at - b.at);
    const [first, second] = children;
    if (!first || !second) continue;
    const node: TreeNode = {
      members: [...first.members, ...second.members],
      k: merge.k,
      depth: Math.max(first.depth, second.depth) + 1,
      at: (first.at + second.at) / 2,
      children,
    };
    for (const name of node.members) standing.set(name, node);
  }
  return [...new Set(standing.values())];
}

/** A node and all below it. */
export function nodesOf(node: TreeNode): TreeNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

/** Thresholds that the slider offers: fine below ten, then in rough steps, past the largest k. */
export function thresholdsFor(single: Readonly<Record<string, number>>): number[] {
  const largest = Math.max(2, ...Object.values(single));
  const found = [2, 3, 4, 5, 6, 7, 8, 9];
  for (let ten = 10; (found.at(-1) ?? 0) <= largest; ten *= 10) {
    for (const factor of [1, 1.5, 2, 3, 5, 7]) {
      found.push(factor * ten);
      if (factor * ten > largest) break;
    }
  }
  return found;
}
