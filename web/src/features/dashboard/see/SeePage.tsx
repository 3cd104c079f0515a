/** Who stands out and why: how large the risk is, what causes it, and the people in question. */
import { Tabs } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useSearchParams } from "wouter";
import type { MeasuredView } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { DataPane } from "../grid/DataPane";
import { RiskPane } from "../risk/RiskPane";
import { RiskyPeople } from "../rows/RiskyPeople";
import step from "../StepPage.module.css";
import { StepPage } from "../StepPage";
import { VerdictLine } from "../verdict/VerdictBar";
import classes from "./SeePage.module.css";

export default function SeePage({ datasetId }: { datasetId: string }): ReactElement {
  const { t } = useLanguage();
  return (
    <StepPage
      datasetId={datasetId}
      title={t("journey.see.title")}
      lead={t("journey.see.lead")}
      aside={(view) => <VerdictLine view={view} />}
    >
      {(view) => <Seen view={view} />}
    </StepPage>
  );
}

const PARTS = ["people", "table"] as const;
type Part = (typeof PARTS)[number];

function Seen({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();
  const part: Part = PARTS.find((one) => one === asked.get("part")) ?? "people";
  const [band, setBand] = useState<string | null>(null);
  const show = (to: Part): void => ask(to === "people" ? {} : { part: to }, { replace: true });
  return (
    <div className={classes.page}>
      <section className={step.pane} aria-label={t("dashboard.gauges.group")}>
        <RiskPane
          view={view}
          band={band}
          onBand={(next) => {
            setBand(next);
            if (next !== null) show("table");
          }}
        />
      </section>
      <section className={step.pane} aria-label={t("journey.see.who")}>
        <Tabs value={part} onChange={(to) => show((to ?? "people") as Part)} keepMounted={false} className={step.tabs}>
          <Tabs.List aria-label={t("journey.see.who")}>
            <Tabs.Tab value="people">{t("journey.see.people")}</Tabs.Tab>
            <Tabs.Tab value="table">{t("journey.see.table")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="people" className={step.panel}>
            <RiskyPeople view={view} />
          </Tabs.Panel>
          <Tabs.Panel value="table" className={classes.table}>
            <DataPane view={view} band={band} onBand={setBand} />
          </Tabs.Panel>
        </Tabs>
      </section>
    </div>
  );
}
