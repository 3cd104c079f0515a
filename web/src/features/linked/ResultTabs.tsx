/** What the linked releases give away: a what-if, all what-ifs, what each group holds, advice, and an attack. */
import { Tabs } from "@mantine/core";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { useLanguage } from "@/i18n/LanguageProvider";
import { AdviceTab } from "./advice/AdviceTab";
import { AttackTab } from "./attack/AttackTab";
import { CheckTab } from "./check/CheckTab";
import classes from "./LinkedPage.module.css";
import { ScanTab } from "./scan/ScanTab";
import type { Fact } from "@/api/types";
import type { Linking } from "./useLinking";
import { WhatIfTab } from "./whatif/WhatIfTab";

const TABS = ["whatif", "scan", "check", "advice", "attack"] as const;
type Tab = (typeof TABS)[number];

export function ResultTabs({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();
  const tab = TABS.find((one) => one === asked.get("tab")) ?? "whatif";
  const go = (to: Tab): void =>
    ask((before) => {
      before.set("tab", to);
      return before;
    }, { replace: true });
  const tryIt = (facts: Fact[]): void => {
    linking.setFacts(facts);
    go("whatif");
  };
  return (
    <Tabs value={tab} onChange={(name) => go((name ?? "whatif") as Tab)} keepMounted={false} className={classes.tabs}>
      <Tabs.List px={8} aria-label={t("linked.tabs.label")}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`linked.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="whatif" className={classes.panel}>
        <WhatIfTab linking={linking} />
      </Tabs.Panel>
      <Tabs.Panel value="scan" className={classes.panel}>
        <ScanTab linking={linking} onTry={tryIt} />
      </Tabs.Panel>
      <Tabs.Panel value="check" className={classes.panel}>
        <CheckTab linking={linking} />
      </Tabs.Panel>
      <Tabs.Panel value="advice" className={classes.panel}>
        <AdviceTab linking={linking} />
      </Tabs.Panel>
      <Tabs.Panel value="attack" className={classes.panel}>
        <AttackTab linking={linking} />
      </Tabs.Panel>
    </Tabs>
  );
}
