/** What closes a leak with the smallest change of one release: a step to try there, or a copy without rows. */
import { Button, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { Link } from "wouter";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRepairs } from "../api";
import { allColumns } from "../question";
import { SoughtState } from "@/components/SoughtState";
import type { Repair, RepairList } from "@/api/types";
import type { Linking } from "../useLinking";
import { LeaveOut } from "./LeaveOut";
import classes from "./WhatIf.module.css";

const MOST = 8;

interface Props {
  linking: Linking;
  know: Record<string, string>;
}

export function Repairs({ linking, know }: Props): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useState(false);
  const { data, ...sought } = useRepairs(linking.asked, know, linking.question.threshold, asked);
  return (
    <div className={classes.closing} {...useHeldFocus()}>
      {!asked ? (
        <Button size="compact-sm" variant="light" onClick={() => ask(true)}>
          {t("linked.repair.ask")}
        </Button>
      ) : data ? (
        <Found found={data} linking={linking} know={know} />
      ) : (
        <SoughtState sought={sought} looking={t("linked.repair.looking")} />
      )}
    </div>
  );
}

function Found({ found, linking, know }: Props & { found: RepairList }): ReactElement {
  const { t } = useLanguage();
  const closing = found.repairs.filter(({ closes }) => closes).slice(0, MOST);
  return (
    <section aria-label={t("linked.repair.title")}>
      <h3 className={classes.repairTitle}>{t("linked.repair.title")}</h3>
      {closing.length ? null : <Text size="sm">{t("linked.repair.none")}</Text>}
      <ol className={classes.repairs}>
        {closing.map((one) => (
          <li key={one.sentence}>
            {one.sentence} <Way repair={one} linking={linking} know={know} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How to get there from here. */
function Way({ repair, linking, know }: Props & { repair: Repair }): ReactElement {
  const { t } = useLanguage();
  if (repair.kind === "suppress") return <LeaveOut source={repair.source} linking={linking} know={know} />;
  const href = stepOf(repair, linking.datasets);
  if (href !== null) return <Link href={href}>{t("linked.repair.open")}</Link>;
  const made = allColumns(linking.proposal).some(({ source, name, kind }) => source === repair.source && name === nameOf(repair) && kind === "range");
  return (
    <Text span size="xs" c="dimmed">
      {t(made ? "linked.repair.range" : "linked.repair.noLevel")}{" "}
      {made ? null : <Link href={`${home(repair, linking.datasets)}/columns`}>{t("linked.repair.roles")}</Link>}
    </Text>
  );
}

const home = ({ source }: Pick<Repair, "source">, datasets: readonly string[]): string => `/datasets/${encodeURIComponent(datasets[source - 1] ?? "")}`;
const nameOf = ({ column }: Pick<Repair, "column">): string => column?.replace(/^\d+\./, "") ?? "";

/** The dashboard of the release with the step tried; nothing where the release has no such level. */
export function stepOf(repair: Pick<Repair, "source" | "column" | "level">, datasets: readonly string[]): string | null {
  if (repair.level === null) return null;
  const asked = new URLSearchParams({ tab: "attributes", attribute: nameOf(repair), level: String(repair.level), linked: datasets.join() });
  return `${home(repair, datasets)}/safe?${asked.toString()}`;
}
