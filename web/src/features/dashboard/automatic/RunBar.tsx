/** Start a run, from the goal or with numbers of one's own, then how far it is, then what went wrong if it did. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { Interim } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { ProgressBar } from "@/components/ProgressBar";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import { objectiveOf, utilityOf, type Offer } from "./choices";
import type { Running, Stage } from "./useRunning";

interface RunBarProps {
  offer: Offer;
  running: Running;
  valid: boolean;
  /** For whom the data is meant, once that is known. */
  purpose: string | undefined;
  /** Find what passes every check of the purpose. */
  onFit: () => void;
  /** Hold the numbers that are chosen. */
  onRun: () => void;
  /** The numbers. */
  children: ReactNode;
}

export function RunBar({ offer, running, valid, purpose, onFit, onRun, children }: RunBarProps): ReactElement {
  const { t } = useLanguage();
  const { stage } = running;
  if (stage.at === "running") {
    return (
      <>
        <RunProgress offer={offer} stage={stage} onCancel={running.cancel} onFinish={running.finish} />
        {children}
      </>
    );
  }
  return (
    <>
      <ErrorNotice error={stage.at === "failed" ? stage.error : null} onClose={running.close} />
      <Button size="compact-md" disabled={!valid || purpose === undefined} title={t("automatic.fitHelp")} onClick={onFit}>
        {t("automatic.fit", { purpose: purpose ?? "…" })}
      </Button>
      <Text size="xs" c="dimmed">
        {t("automatic.orNumbers")}
      </Text>
      {children}
      <Button size="compact-md" variant="default" disabled={!valid} onClick={onRun}>
        {t("automatic.run")}
      </Button>
      {!valid && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t("automatic.outside")}
        </Text>
      )}
    </>
  );
}

interface RunProgressProps {
  offer: Offer;
  stage: Extract<Stage, { at: "running" }>;
  onCancel: () => void;
  onFinish: () => void;
}

function RunProgress({ offer, stage, onCancel, onFinish }: RunProgressProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div>
      <ProgressBar share={stage.progress} name={t("automatic.progress")} />
      <Group justify="space-between" wrap="nowrap" mt={4}>
        <Text size="sm" c="dimmed" role="status">
          {stage.ending ? t("automatic.ending") : stage.step || t("automatic.starting")}
        </Text>
        <Group gap={6} wrap="nowrap">
          <Button size="compact-sm" variant="light" disabled={stage.job === null || stage.ending} title={t("automatic.finishHelp")} onClick={onFinish}>
            {t("automatic.finish")}
          </Button>
          <Button size="compact-sm" variant="default" disabled={stage.job === null} onClick={onCancel}>
            {t("automatic.cancel")}
          </Button>
        </Group>
      </Group>
      {stage.interim && <SoFar interim={stage.interim} objective={objectiveOf(offer, utilityOf(offer, stage))} />}
    </div>
  );
}

/** What would come out if it ended now. */
function SoFar({ interim, objective }: { interim: Interim; objective: Offer["objectives"][number] | undefined }): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const { rows_safe, rows, score, suppressed_rows } = interim;
  // Measures of groups are counts, all others shares of what there was.
  const write = (value: number): string => (objective?.weighted ? figures.share(value) : format.decimal(value, 1));
  const best = score === null ? null : t("automatic.interim.best", { measure: objective?.title ?? "", score: write(score) });
  const left = suppressed_rows === null ? null : t("automatic.interim.leftOut", { count: suppressed_rows });
  return (
    <Text size="xs" mt={4} className="numeric" aria-live="off">
      {t("automatic.interim.safe", { safe: format.number(rows_safe), rows: format.number(rows) })}
      {best !== null && <br />}
      {[best, left].filter((one) => one !== null).join(", ")}
    </Text>
  );
}
