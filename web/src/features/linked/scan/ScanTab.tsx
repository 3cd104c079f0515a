/** Try every combination of facts: who is exposed, by how many facts, by which, and how. */
import { Button, Group, NativeSelect, Progress, Text } from "@mantine/core";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Loading } from "@/components/Loading";
import { OlderNotice } from "@/components/OlderNotice";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useScan } from "../api";
import type { Fact, ScanRequest } from "@/api/types";
import type { Linking } from "../useLinking";
import classes from "@/components/linking/Scan.module.css";
import { JoinedPlace } from "@/components/linking/JoinedPlace";
import { ScanResult } from "@/components/linking/ScanResult";
import { useScanning, type Scanning, type Stage } from "./useScanning";

interface Props {
  linking: Linking;
  onTry: (facts: Fact[]) => void;
}

export function ScanTab({ linking, onTry }: Props): ReactElement {
  const { t } = useLanguage();
  const scanning = useScanning(linking.datasets);
  const { stage } = scanning;
  const [facts, setFacts] = useState(stage.at === "found" ? stage.asked.facts : 2);
  const asked: ScanRequest = { ...linking.asked, facts, threshold: linking.question.threshold };
  const found = useScan(stage.at === "found" ? stage.result.scan : null);
  // By itself once the tab is opened; what was cancelled starts again only by the button.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || stage.at !== "idle") return;
    begun.current = true;
    scanning.start(asked);
  });
  const older = stage.at === "found" && JSON.stringify(stage.asked) !== JSON.stringify(asked);
  return (
    <div className={classes.tab}>
      <div className={classes.bar} {...useHeldFocus()}>
        <NativeSelect
          size="xs"
          label={t("linked.scan.facts")}
          value={String(facts)}
          data={["1", "2", "3", "4"]}
          disabled={stage.at === "running"}
          onChange={(event) => setFacts(Number(event.currentTarget.value))}
        />
        <Start scanning={scanning} onRun={() => scanning.start(asked)} />
        {stage.at === "found" ? (
          <Text size="xs" c="dimmed" className={classes.lead}>
            {t("linked.scan.text")}
          </Text>
        ) : null}
      </div>
      {older ? <OlderNotice text={t("linked.scan.older")} /> : null}
      <ErrorNotice title={t("linked.scan.failed")} error={stage.at === "failed" ? stage.error : null} onClose={scanning.close} />
      <ErrorNotice error={found.error} onClose={scanning.close} />
      {found.data ? (
        <>
          <JoinedPlace place={found.data.joined_in} />
          <ScanResult scan={found.data} onTry={onTry} />
        </>
      ) : stage.at === "found" && !found.error ? (
        <Loading />
      ) : stage.at === "idle" ? (
        <EmptyState icon="search" title={t("linked.scan.none")} text={t("linked.scan.text")} />
      ) : null}
    </div>
  );
}

function Start({ scanning, onRun }: { scanning: Scanning; onRun: () => void }): ReactElement {
  const { t } = useLanguage();
  const { stage } = scanning;
  if (stage.at === "running") return <Running stage={stage} onCancel={scanning.cancel} />;
  return (
    <Button size="xs" onClick={onRun}>
      {t(stage.at === "found" ? "linked.scan.again" : "linked.scan.run")}
    </Button>
  );
}

function Running({ stage, onCancel }: { stage: Extract<Stage, { at: "running" }>; onCancel: () => void }): ReactElement {
  const { t } = useLanguage();
  const open = stage.progress === null;
  return (
    <div className={classes.running}>
      <Progress.Root size="lg" radius="xl">
        <Progress.Section value={open ? 100 : 100 * (stage.progress ?? 0)} animated={open} striped={open} aria-label={t("linked.scan.progress")} />
      </Progress.Root>
      <Group justify="space-between" wrap="nowrap" mt={2}>
        <Text size="xs" c="dimmed" role="status">
          {stage.step || t("linked.scan.starting")}
        </Text>
        <Button size="compact-xs" variant="default" disabled={stage.job === null} onClick={onCancel}>
          {t("linked.scan.cancel")}
        </Button>
      </Group>
    </div>
  );
}
