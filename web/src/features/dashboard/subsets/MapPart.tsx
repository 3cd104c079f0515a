/** Matrix and tree side by side, with what can be released together. */
import { NativeSelect, Switch } from "@mantine/core";
import { useDebouncedValue, useElementSize } from "@mantine/hooks";
import { useCallback, useMemo, useRef, useState, type ReactElement, type ReactNode, type RefObject } from "react";
import { useCatalogue } from "@/api/dataset";
import type { MeasuredView, Subsets } from "@/api/types";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { recodingOf } from "../automatic/RecodedNotice";
import { PaneState } from "../PaneState";
import { INCLUDED, LINKAGES, useSubsets, type Included, type SubsetsWish } from "./api";
import { ExportMenu } from "./ExportMenu";
import { subsetsCsv } from "./figuresCsv";
import { cellSize, headOf, MOST_BESIDE } from "./geometry";
import { Guide } from "./Guide";
import { drawnAttributes, ORDERS, type Order } from "./layout";
import { Legend } from "./Legend";
import { Matrix, type Place } from "./Matrix";
import pictureClasses from "./Picture.module.css";
import type { Drawings } from "./pictures";
import { useSeekRemedy } from "./remedy";
import { scaleOf } from "./scale";
import classes from "./SubsetsTab.module.css";
import { Tables } from "./Tables";
import { Tree } from "./Tree";

interface Look {
  order: Order;
  asTable: boolean;
}

/** `head` is what chooses between the parts: it shares a line with what is chosen here. */
export function MapPart({ view, head }: { view: MeasuredView; head: ReactNode }): ReactElement {
  const [wish, setWish] = useState<SubsetsWish>({ threshold: 5, linkage: "union", measure: "k", include: [] });
  const [look, setLook] = useState<Look>({ order: "tree", asTable: false });
  // A slider that is dragged asks once it rests.
  const [threshold] = useDebouncedValue(wish.threshold, 200);
  const query = useSubsets(view.id, view.revision, { ...wish, threshold });
  const svgs = { matrix: useRef<SVGSVGElement>(null), legend: useRef<SVGSVGElement>(null), tree: useRef<SVGSVGElement>(null) };
  const drawings = (): Drawings | null => {
    const [matrix, legend, tree] = [svgs.matrix.current, svgs.legend.current, svgs.tree.current];
    return matrix && legend && tree && { matrix, legend, tree };
  };
  return (
    <div className={classes.part}>
      <div className={classes.bar}>
        {head}
        <Choices view={view} offered={query.data?.measures ?? []} wish={wish} look={look} onWish={setWish} onLook={setLook} />
        {query.data && (
          <ExportMenu
            name={`${view.name}-subsets`}
            figures={query.data}
            csv={() => subsetsCsv(query.data)}
            drawings={look.asTable ? undefined : drawings}
          />
        )}
      </div>
      <PaneState query={query}>
        {(found) => (
          <Together
            view={view}
            found={found}
            look={look}
            threshold={wish.threshold}
            others={wish.include.length > 0}
            svgs={svgs}
            onThreshold={(to) => setWish({ ...wish, threshold: to })}
          />
        )}
      </PaneState>
    </div>
  );
}

interface TogetherProps {
  view: MeasuredView;
  found: Subsets;
  look: Look;
  threshold: number;
  /** Whether columns are compared that no step generalises. */
  others: boolean;
  svgs: Record<keyof Drawings, RefObject<SVGSVGElement | null>>;
  onThreshold: (threshold: number) => void;
}

function Together({ view, found, look, threshold, others, svgs, onThreshold }: TogetherProps): ReactElement {
  const { t } = useLanguage();
  const seek = useSeekRemedy();
  const seekFor = useCallback((of: readonly string[]) => seek({ of, threshold: found.threshold }), [seek, found.threshold]);
  // No step can be taken while rows are recoded one by one.
  const onSeek = others || recodingOf(view) ? undefined : seekFor;
  const { ref, ...room } = useElementSize();
  const [place, setPlace] = useState<Place | null>(null);
  const scale = useMemo(() => scaleOf(found.measure), [found]);
  const drawn = useMemo(() => drawnAttributes(found, look.order), [found, look.order]);
  const leaves = useMemo(() => drawnAttributes(found, "tree"), [found]);
  const beside = drawn.length <= MOST_BESIDE;
  const size = cellSize(drawn, room);
  const legend = <Legend found={found} drawn={drawn} scale={scale} size={size} pickable={onSeek !== undefined} place={place} svg={svgs.legend} />;
  return (
    <div className={classes.map}>
      <div className={classes.picture}>
        {drawn.length < found.attributes.length && (
          <p className={classes.sentence}>{t("subsets.drawn", { shown: drawn.length, all: found.attributes.length })}</p>
        )}
        <p role="status" className={classes.sentence}>
          {found.pair_words.join(" ")}
        </p>
        {!beside && !look.asTable && legend}
        {look.asTable ? (
          <div className={classes.scroll} role="group" aria-label={t("subsets.parts.map")} {...FOCUSABLE}>
            <Tables found={found} drawn={drawn} threshold={threshold} />
          </div>
        ) : (
          <div ref={ref} className={classes.drawing} role="group" aria-label={t("subsets.parts.map")} {...FOCUSABLE}>
            <Matrix found={found} drawn={drawn} scale={scale} size={size} svg={svgs.matrix} onShow={setPlace} onPick={onSeek} />
            <div className={pictureClasses.beside} style={{ paddingTop: beside ? 0 : headOf(drawn, size) }}>
              {beside && legend}
              <Tree found={found} drawn={leaves} threshold={threshold} size={size} svg={svgs.tree} />
            </div>
          </div>
        )}
      </div>
      <Guide found={found} threshold={threshold} onSeek={onSeek} onThreshold={onThreshold} />
    </div>
  );
}

interface ChoicesProps {
  view: MeasuredView;
  /** The measures that the data allows. */
  offered: readonly string[];
  wish: SubsetsWish;
  look: Look;
  onWish: (wish: SubsetsWish) => void;
  onLook: (look: Look) => void;
}

function Choices({ view, offered, wish, look, onWish, onLook }: ChoicesProps): ReactElement {
  const { t } = useLanguage();
  const measures = useMeasures(offered);
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.measure}
        aria-label={t("subsets.measure")}
        value={wish.measure}
        data={measures}
        onChange={(event) => onWish({ ...wish, measure: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("subsets.order")}
        value={look.order}
        data={ORDERS.map((value) => ({ value, label: t(`subsets.orders.${value}`) }))}
        onChange={(event) => onLook({ ...look, order: event.currentTarget.value as Order })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("subsets.linkage")}
        value={wish.linkage}
        data={LINKAGES.map((value) => ({ value, label: t(`subsets.linkages.${value}`) }))}
        onChange={(event) => onWish({ ...wish, linkage: event.currentTarget.value as SubsetsWish["linkage"] })}
      />
      {INCLUDED.filter((role) => view.attributes.some((one) => one.role === role)).map((role) => (
        <Switch
          key={role}
          size="xs"
          label={t(`subsets.include.${role}`)}
          checked={wish.include.includes(role)}
          onChange={(event) => onWish(included(wish, role, event.currentTarget.checked))}
        />
      ))}
      <Switch
        size="xs"
        label={t("subsets.asTable")}
        checked={look.asTable}
        onChange={(event) => onLook({ ...look, asTable: event.currentTarget.checked })}
      />
    </>
  );
}

/** Other columns count as known then, so only measures of sizes make sense. */
function included(wish: SubsetsWish, role: Included, on: boolean): SubsetsWish {
  const include = INCLUDED.filter((one) => (one === role ? on : wish.include.includes(one)));
  return { ...wish, include, measure: include.length && !FIRST.includes(wish.measure) ? "k" : wish.measure };
}

/** What needs only the sizes of classes leads; then every other measure that the data allows. */
function useMeasures(offered: readonly string[]): { value: string; label: string }[] {
  const { t } = useLanguage();
  const { data } = useCatalogue();
  const own: Record<string, string> = { k: t("subsets.k"), below_k: t("subsets.belowK") };
  const titles = new Map((data?.measures ?? []).map(({ name, title }) => [name, title]));
  const known = new Set(["k", ...offered]);
  const first = FIRST.filter((name) => known.delete(name));
  return [...first, ...known].map((name) => ({ value: name, label: own[name] ?? titles.get(name) ?? name }));
}

const FIRST = ["k", "uniques", "average_risk", "highest_risk", "below_k"];
