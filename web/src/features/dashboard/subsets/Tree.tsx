/** The tree beside the matrix: which attributes are joined, with k at each merge, cut at a threshold. */
import { memo, type ReactElement, type RefObject } from "react";
import type { Subsets } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { labelWidth, shorten, type CellSize } from "./geometry";
import { layTree, nodesOf, type TreeNode } from "./layout";
import classes from "./Picture.module.css";

interface TreeProps {
  found: Subsets;
  /** The attributes in the order of the tree. */
  drawn: readonly string[];
  threshold: number;
  size: CellSize;
  svg: RefObject<SVGSVGElement | null>;
}

const STEP = 34;

export const Tree = memo(function Tree({ found, drawn, threshold, size, svg }: TreeProps): ReactElement {
  const { t, format } = useLanguage();
  const nodes = layTree(found.merges, found.single, drawn).flatMap(nodesOf);
  const depth = Math.max(...nodes.map((node) => node.depth), 0);
  const left = labelWidth(drawn, size) + 34;
  const top = 4;
  const x = (node: TreeNode): number => left + node.depth * STEP;
  const y = (node: TreeNode): number => top + (node.at + 0.5) * size.height;
  const state = (node: TreeNode): string | undefined => (node.k >= threshold ? classes.kept : classes.lost);
  return (
    <svg
      ref={svg}
      role="img"
      aria-label={t("subsets.tree.name")}
      width={left + depth * STEP + 34}
      height={top + drawn.length * size.height + 4}
      className={classes.tree}
    >
      {nodes.flatMap((node) =>
        node.children.map((child) => (
          <path
            key={`${node.members.join()} ${child.at}`}
            className={state(node)}
            d={`M ${x(child)} ${y(child)} H ${x(node)} V ${y(node)}`}
          />
        )),
      )}
      {nodes.map((node) => (
        <g key={node.members.join()}>
          <circle cx={x(node)} cy={y(node)} r={node.children.length ? 3.2 : 2} className={state(node)} />
          {node.children.length ? (
            <text x={x(node) + 4} y={y(node) - 3} className={classes.k}>
              {format.number(node.k)}
            </text>
          ) : (
            <LeafName node={node} y={y(node)} left={left} font={size.font} k={format.number(node.k)} />
          )}
        </g>
      ))}
    </svg>
  );
});

interface LeafNameProps {
  node: TreeNode;
  y: number;
  left: number;
  font: number;
  k: string;
}

function LeafName({ node, y, left, font, k }: LeafNameProps): ReactElement {
  return (
    <>
      <text x={left - 40} y={y} className={classes.rowName} style={{ fontSize: font }}>
        {shorten(node.members[0] ?? "")}
      </text>
      <text x={left - 6} y={y} className={classes.leafK}>
        {k}
      </text>
    </>
  );
}
