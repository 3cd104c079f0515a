/** Make it safe: ready-made, by hand or automatic, with what was decided so far and a preview of the result. */
import { SegmentedControl, Tabs } from "@mantine/core";
import { Suspense, type ComponentType, type ReactElement } from "react";
import { useSearchParams } from "wouter";
import type { MeasuredView } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { AppliedSteps } from "../AppliedSteps";
import { AttributesTab } from "../attributes/AttributesTab";
import { AutomaticTab } from "../automatic/AutomaticTab";
import { RowSkeletons } from "../DashboardSkeleton";
import { HistoryTab } from "../history/HistoryTab";
import { UseRecipe } from "../recipe/UseRecipe";
import { GaugeRow } from "../risk/GaugeRow";
import { RowsTab } from "../rows/RowsTab";
import { StepPage } from "../StepPage";
import step from "../StepPage.module.css";
import { TechniquesTab } from "../techniques/TechniquesTab";
import { VerdictBar } from "../verdict/VerdictBar";
import { ChangedPreview } from "./ChangedPreview";
import classes from "./SafePage.module.css";

/** What shows proposals that are ready to be taken. */
export type ReadyMade = ComponentType<{ view: MeasuredView }>;

interface SafePageProps {
  datasetId: string;
  ready?: ReadyMade;
}

export default function SafePage({ datasetId, ready }: SafePageProps): ReactElement {
  const { t } = useLanguage();
  return (
    <StepPage datasetId={datasetId} title={t("journey.safe.title")} lead={t("journey.safe.lead")}>
      {(view) => <Making view={view} ready={ready} />}
    </StepPage>
  );
}

const TABS = ["ready", "hand", "automatic", "techniques", "recipe", "history"] as const;
type TabName = (typeof TABS)[number];
const BY_HAND = ["attributes", "rows"] as const;
type ByHand = (typeof BY_HAND)[number];

/** The tab that an address asks for: `?tab=rows` is a part of what is done by hand. */
function tabOf(asked: URLSearchParams, ready: boolean): TabName {
  const tab = asked.get("tab");
  if (BY_HAND.some((one) => one === tab) || asked.has("attribute")) return "hand";
  return TABS.find((one) => one === tab && (one !== "ready" || ready)) ?? (ready ? "ready" : "hand");
}

function Making({ view, ready: Ready }: { view: MeasuredView; ready: ReadyMade | undefined }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();
  const chosen = tabOf(asked, Ready !== undefined);
  const hand = BY_HAND.find((one) => one === asked.get("tab")) ?? "attributes";
  return (
    <div className={classes.page}>
      <div className={classes.figures}>
        <section className={classes.gauges} aria-label={t("dashboard.gauges.group")}>
          <GaugeRow view={view} />
        </section>
        <VerdictBar view={view} />
      </div>
      <section className={step.pane} aria-label={t("dashboard.tabs.label")}>
        <Tabs
          value={chosen}
          onChange={(name) => ask({ tab: name === "hand" || name === null ? "attributes" : name }, { replace: true })}
          keepMounted={false}
          className={step.tabs}
        >
          <Tabs.List aria-label={t("dashboard.tabs.label")}>
            {TABS.filter((name) => name !== "ready" || Ready).map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`journey.safe.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {Ready && (
            <Tabs.Panel value="ready" className={step.panel}>
              <Suspense fallback={<RowSkeletons rows={8} />}>
                <Ready view={view} />
              </Suspense>
            </Tabs.Panel>
          )}
          <Tabs.Panel value="hand" className={`${step.panel ?? ""} ${classes.hand ?? ""}`}>
            <HandChoice chosen={hand} onChoose={(to) => ask({ tab: to }, { replace: true })} />
            <div className={classes.work}>{hand === "rows" ? <RowsTab view={view} /> : <AttributesTab view={view} />}</div>
          </Tabs.Panel>
          <Tabs.Panel value="automatic" className={step.panel}>
            <AutomaticTab view={view} />
          </Tabs.Panel>
          <Tabs.Panel value="techniques" className={step.panel}>
            <TechniquesTab view={view} />
          </Tabs.Panel>
          <Tabs.Panel value="recipe" className={step.panel}>
            <UseRecipe view={view} />
          </Tabs.Panel>
          <Tabs.Panel value="history" className={step.panel}>
            <HistoryTab view={view} />
          </Tabs.Panel>
        </Tabs>
      </section>
      {/* Proposals bring samples of their own, and need the height. */}
      {chosen === "ready" ? null : <ChangedPreview view={view} />}
      <section className={step.pane} aria-label={t("dashboard.steps.applied")}>
        <AppliedSteps view={view} />
      </section>
    </div>
  );
}

function HandChoice({ chosen, onChoose }: { chosen: ByHand; onChoose: (to: ByHand) => void }): ReactElement {
  const { t } = useLanguage();
  return (
    <SegmentedControl
      className={classes.choice}
      aria-label={t("journey.safe.tabs.hand")}
      value={chosen}
      data={BY_HAND.map((value) => ({ value, label: t(`journey.safe.${value}`) }))}
      onChange={onChoose}
    />
  );
}
