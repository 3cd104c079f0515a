/** What closes a leak with the smallest change of one release, each a link to the step in its dashboard. */
import { Button, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { Link } from "wouter";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRepairs } from "../api";
import type { Repair } from "../types";
import type { Linking } from "../useLinking";
import classes from "./WhatIf.module.css";

const MOST = 8;

export function Repairs({ linking, know }: { linking: Linking; know: Record<string, string> }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useState(false);
  const { data, error } = useRepairs(linking.asked, know, linking.question.threshold, asked);
  if (!asked) {
    return (
      <Button size="compact-sm" variant="light" onClick={() => ask(true)} style={{ alignSelf: "flex-start", flex: "none" }}>
        {t("linked.repair.ask")}
      </Button>
    );
  }
  if (error) return <ErrorNotice error={error} onClose={() => ask(false)} />;
  if (!data) return <Loading />;
  const closing = data.repairs.filter(({ closes }) => closes).slice(0, MOST);
  return (
    <section aria-label={t("linked.repair.title")}>
      <h3 className={classes.repairTitle}>{t("linked.repair.title")}</h3>
      {closing.length ? null : <Text size="sm">{t("linked.repair.none")}</Text>}
      <ol className={classes.repairs}>
        {closing.map((one) => (
          <li key={one.sentence}>
            {one.sentence} <Link href={stepOf(one, linking.datasets)}>{t("linked.repair.open")}</Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where the step can be tried: the levels of the column, or the rows that are left out. */
export function stepOf({ kind, source, column }: Pick<Repair, "kind" | "source" | "column">, datasets: readonly string[]): string {
  const home = `/datasets/${encodeURIComponent(datasets[source - 1] ?? "")}`;
  const name = column?.replace(/^\d+\./, "") ?? "";
  return kind === "generalise" && name ? `${home}?tab=attributes&attribute=${encodeURIComponent(name)}` : `${home}?tab=rows`;
}
