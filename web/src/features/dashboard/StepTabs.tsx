/** The lower half: what can be done next, what was done, and what it changed. */
import { Tabs } from "@mantine/core";
import type { ComponentType, ReactElement } from "react";
import { useSearchParams } from "wouter";
import type { MeasuredView } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { AppliedSteps } from "./AppliedSteps";
import { AttributesTab } from "./attributes/AttributesTab";
import { AutomaticTab } from "./automatic/AutomaticTab";
import { CompareTab } from "./compare/CompareTab";
import classes from "./DashboardPage.module.css";
import { HistoryTab } from "./history/HistoryTab";
import { PopulationTab } from "./population/PopulationTab";
import { RowsTab } from "./rows/RowsTab";
import { SubsetsTab } from "./subsets/SubsetsTab";

const TABS = {
  attributes: AttributesTab,
  rows: RowsTab,
  subsets: SubsetsTab,
  automatic: AutomaticTab,
  history: HistoryTab,
  compare: CompareTab,
  population: PopulationTab,
} as const satisfies Record<string, ComponentType<{ view: MeasuredView }>>;

type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

export function StepTabs({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();
  const chosen = NAMES.find((name) => name === asked.get("tab")) ?? "attributes";
  return (
    <Tabs
      value={chosen}
      onChange={(name) => ask(name === null || name === "attributes" ? {} : { tab: name }, { replace: true })}
      keepMounted={false}
      className={classes.tabs}
    >
      <Tabs.List aria-label={t("dashboard.tabs.label")}>
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name} py={7}>
            {t(`dashboard.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {NAMES.map((name) => {
        const Content = TABS[name];
        return (
          <Tabs.Panel key={name} value={name} className={classes.panel}>
            <Content view={view} />
          </Tabs.Panel>
        );
      })}
      <AppliedSteps view={view} />
    </Tabs>
  );
}
