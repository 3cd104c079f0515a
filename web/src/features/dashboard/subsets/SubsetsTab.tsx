/** Which columns betray people: matrix, tree and release guide, and who stands out. */
import { SegmentedControl } from "@mantine/core";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import type { MeasuredView } from "@/api/types";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { MapPart } from "./MapPart";
import { StandOutsPart } from "./StandOutsPart";

const PARTS = { map: MapPart, standouts: StandOutsPart } as const;
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

export function SubsetsTab({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();
  const part = NAMES.find((one) => one === asked.get("part")) ?? "map";
  const Content = PARTS[part];
  const head = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t("subsets.parts.label")}
        value={part}
        data={NAMES.map((value) => ({ value, label: t(`subsets.parts.${value}`) }))}
        onChange={(to) => ask({ tab: "subsets", ...(to === "map" ? {} : { part: to }) }, { replace: true })}
      />
      <Term name={part === "map" ? "subset" : "standout"} />
    </>
  );
  return <Content view={view} head={head} />;
}
