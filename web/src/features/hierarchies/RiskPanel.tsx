/** Who would be safe at a level of the hierarchy as it is edited, live beside the editor. */
import { Button, NativeSelect, NumberInput, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type CSSProperties, type ReactElement } from "react";
import type { HierarchyPreview, HierarchyView, SplitBar } from "@/api/types";
import { SplitBars } from "@/charts/SplitBars";
import { SplitColumns } from "@/charts/SplitColumns";
import { ErrorNotice } from "@/components/ErrorNotice";
import { FOCUSABLE } from "@/components/focusable";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useLevelRisk } from "./api";
import classes from "./RiskPanel.module.css";
import { useWidth } from "./useWidth";

interface Props {
  datasetId: string;
  revision: number;
  view: HierarchyView;
  /** What was changed and is not applied yet. */
  change: HierarchyPreview;
  /** Where the attribute stands now. */
  level: number;
  /** The size that groups must have now; 1 where nothing was decided. */
  k: number;
}

const USUAL_K = 5;

export function RiskPanel({ datasetId, revision, view, change, level: now, k: decided }: Props): ReactElement {
  const { t, format } = useLanguage();
  const [chosen, choose] = useState(now);
  const [k, setK] = useState(decided > 1 ? decided : USUAL_K);
  const [across, setAcross] = useState(false);
  const { width, separator } = useWidth();
  const level = Math.min(chosen, view.height);
  const [asked] = useDebouncedValue(k, 250);
  const { data, error, refetch } = useLevelRisk(datasetId, view.attribute, revision, { ...change, level, k: asked });
  const describe = (bar: SplitBar): string =>
    t("hierarchy.risk.bar", { label: bar.label, safe: format.number(bar.safe), risk: format.number(bar.at_risk) });
  const name = t("hierarchy.risk.title", { name: view.attribute });
  return (
    <>
      <div {...separator} aria-label={t("hierarchy.risk.resize")} className={classes.separator} />
      <section className={classes.panel} style={{ "--width": `${width}px` } as CSSProperties} aria-label={name}>
        <div className={classes.tools}>
          <NativeSelect
            size="xs"
            label={t("hierarchy.risk.level")}
            value={String(level)}
            data={view.titles.map((title, place) => ({ value: String(place), label: `${place} · ${place ? title : t("hierarchy.asIs")}` }))}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          />
          <NumberInput
            size="xs"
            w={76}
            label={t("hierarchy.risk.k")}
            min={1}
            max={10 ** 9}
            allowDecimal={false}
            allowNegative={false}
            value={k}
            onChange={(value) => typeof value === "number" && value >= 1 && setK(value)}
          />
          <Button size="xs" variant="default" aria-pressed={across} onClick={() => setAcross(!across)}>
            {t("hierarchy.risk.flip")}
          </Button>
        </div>
        {error ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            <Text size="sm" role="status">
              {t(data.person === null ? "hierarchy.risk.rows" : "hierarchy.risk.people", {
                risk: format.number(data.at_risk),
                all: format.number(data.safe + data.at_risk),
                k: format.number(data.k),
              })}
            </Text>
            <div className={classes.chart} role="group" aria-label={name} {...FOCUSABLE}>
              {across ? (
                <SplitColumns bars={data.bars} name={name} describe={describe} />
              ) : (
                <SplitBars
                  bars={data.bars}
                  name={name}
                  safe={t("automatic.result.safe")}
                  atRisk={t("automatic.result.atRisk")}
                  restName={t("dashboard.compare.rest")}
                  number={format.number}
                />
              )}
            </div>
          </>
        ) : (
          <Loading />
        )}
      </section>
    </>
  );
}
