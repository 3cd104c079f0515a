/** Check: every check of the verdict, before and after, columns together, everybody out there, and the attack. */
import { Tabs } from "@mantine/core";
import type { ComponentType, ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import type { MeasuredView } from "@/api/types";
import { useVerdict } from "@/api/verdict";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { AppliedSteps } from "../AppliedSteps";
import { CompareTab } from "../compare/CompareTab";
import { PaneState } from "../PaneState";
import { PopulationTab } from "../population/PopulationTab";
import { StepPage } from "../StepPage";
import step from "../StepPage.module.css";
import { SubsetsTab } from "../subsets/SubsetsTab";
import { Checks } from "../verdict/Checks";
import { StatusMark } from "../verdict/StatusMark";
import { AttackPart } from "./AttackPart";
import classes from "./CheckPage.module.css";
import { OwnAttackState, OwnAttackTitle } from "./OwnAttackCard";

const TABS = {
  checks: ChecksPart,
  compare: CompareTab,
  subsets: SubsetsTab,
  population: PopulationTab,
  attack: AttackPart,
} as const satisfies Record<string, ComponentType<{ view: MeasuredView }>>;
type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

export default function CheckPage({ datasetId }: { datasetId: string }): ReactElement {
  const { t } = useLanguage();
  return (
    <StepPage datasetId={datasetId} title={t("journey.check.title")} lead={t("journey.check.lead")}>
      {(view) => <Checked view={view} />}
    </StepPage>
  );
}

function Checked({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();
  const chosen = NAMES.find((name) => name === asked.get("tab")) ?? "checks";
  return (
    <div className={classes.page}>
      <section className={classes.pane} aria-label={t("journey.check.title")}>
        <Tabs
          value={chosen}
          onChange={(name) => ask(name === null || name === "checks" ? {} : { tab: name }, { replace: true })}
          keepMounted={false}
          className={step.tabs}
        >
          <Tabs.List aria-label={t("journey.check.title")}>
            {NAMES.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`journey.check.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {NAMES.map((name) => {
            const Content = TABS[name];
            return (
              <Tabs.Panel key={name} value={name} className={step.panel} tabIndex={name === "checks" ? 0 : undefined}>
                <Content view={view} />
              </Tabs.Panel>
            );
          })}
        </Tabs>
      </section>
      <section className={step.pane} aria-label={t("dashboard.steps.applied")}>
        <AppliedSteps view={view} />
      </section>
    </div>
  );
}

/** What the attack with the original table found, in short. */
function OwnAttackSummary({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  return (
    <OwnAttackState view={view}>
      {(attack) => (
        <section aria-label={t("attack.own.title")}>
          <OwnAttackTitle attack={attack} />
          <p>{attack.sentences.slice(0, 2).join(" ")}</p>
          <Link href="?tab=attack">{t("attack.own.goOn")}</Link>
        </section>
      )}
    </OwnAttackState>
  );
}

/** What the checks say, all of them in sight. */
function ChecksPart({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const query = useVerdict(view);
  return (
    <PaneState query={query}>
      {(verdict) => (
        <div className={classes.checks}>
          <h2 className={classes.words}>
            <StatusMark status={verdict.status} />
            <span>
              <Explained text={t("verdict.checksFor", { title: verdict.title })} by={<Term name="verdict" />} />
            </span>
          </h2>
          <Checks view={view} verdict={verdict} onLeave={() => undefined} />
          <OwnAttackSummary view={view} />
        </div>
      )}
    </PaneState>
  );
}
