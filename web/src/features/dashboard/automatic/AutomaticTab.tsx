/** Anonymise without going step by step: set up, result, two results compared, the whole trade-off. */
import { Tabs } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useSearchParams } from "wouter";
import type { MeasuredView } from "@/api/types";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AutomaticTab.module.css";
import { CompareRuns } from "./compare/CompareRuns";
import { FrontPart } from "./front/FrontPart";
import { ResultPart } from "./result/ResultPart";
import { SetUp } from "./SetUp";

const PARTS = ["setup", "result", "runs", "front"] as const;
type Part = (typeof PARTS)[number];

export function AutomaticTab({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();
  const part = PARTS.find((one) => one === asked.get("part")) ?? "setup";
  const go = (to: Part, run?: string): void =>
    ask({ tab: "automatic", ...(to === "setup" ? {} : { part: to }), ...(run === undefined ? {} : { run }) }, { replace: true });
  return (
    <Tabs
      orientation="vertical"
      variant="pills"
      value={part}
      onChange={(name) => go((name ?? "setup") as Part)}
      keepMounted={false}
      className={classes.tab}
    >
      <Tabs.List className={classes.parts} aria-label={t("automatic.parts.label")}>
        {PARTS.map((name) => (
          <Tabs.Tab key={name} value={name} py={6} px={10} fz="sm">
            {t(`automatic.parts.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="setup" className={classes.panel}>
        <Held>
          <SetUp view={view} onFound={(run) => go("result", run)} />
        </Held>
      </Tabs.Panel>
      <Tabs.Panel value="result" className={classes.panel}>
        <Held>
          <ResultPart view={view} wanted={asked.get("run")} onPick={(run) => go("result", run)} />
        </Held>
      </Tabs.Panel>
      <Tabs.Panel value="runs" className={classes.panel}>
        <CompareRuns view={view} />
      </Tabs.Panel>
      <Tabs.Panel value="front" className={classes.panel}>
        <Held>
          <FrontPart view={view} onShow={(run) => go("result", run)} />
        </Held>
      </Tabs.Panel>
    </Tabs>
  );
}

/** Buttons give way once they did their work; the focus stays in their part. */
function Held({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className={classes.held} {...useHeldFocus()}>
      {children}
    </div>
  );
}
