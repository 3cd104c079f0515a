/** What was done, newest first, with a way back to each step; what was undone is folded away. */
import { Badge, Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { HistoryStep } from "@/api/types";
import { useFigures } from "@/charts/useFigures";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Entry } from "./entries";
import classes from "./HistoryTab.module.css";

interface HistoryListProps {
  entries: readonly Entry[];
  undone: readonly HistoryStep[];
  busy: boolean;
  /** To a step in force: those after it are undone. */
  onBack: (step: HistoryStep) => void;
  /** To the state when an undone step was taken. */
  onJump: (revision: number) => void;
}

export function HistoryList({ entries, undone, busy, onBack, onJump }: HistoryListProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.list}>
      <ol className={classes.steps} aria-label={t("dashboard.history.title")}>
        {entries.map(({ number, step }) => {
          const label = number ? step.text : t("dashboard.history.start");
          const back = { number, label };
          return (
            <Step key={step.revision} number={number} step={step} label={label}>
              {step.current ? (
                <Badge tt="none">{t("dashboard.history.now")}</Badge>
              ) : (
                <Go busy={busy} name={t("dashboard.history.backTo", back)} text={t("dashboard.history.back")} onGo={() => onBack(step)} />
              )}
            </Step>
          );
        })}
        {entries.length < 2 && <li className={classes.figures}>{t("dashboard.history.emptyHint")}</li>}
      </ol>
      {undone.length > 0 && (
        <details>
          <summary className={classes.summary}>{t("dashboard.history.undoneSteps", { count: undone.length })}</summary>
          <ul className={classes.steps} aria-label={t("dashboard.history.undoneSteps", { count: undone.length })}>
            {undone.map((step) => (
              <Step key={step.revision} number={null} step={step} label={step.text}>
                <Go
                  busy={busy}
                  name={t("dashboard.history.bringTo", { label: step.text })}
                  text={t("dashboard.history.bring")}
                  onGo={() => onJump(step.revision)}
                />
              </Step>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Go({ busy, name, text, onGo }: { busy: boolean; name: string; text: string; onGo: () => void }): ReactElement {
  return (
    <Button size="compact-xs" variant="default" disabled={busy} aria-label={name} onClick={onGo}>
      {text}
    </Button>
  );
}

interface StepProps {
  number: number | null;
  step: HistoryStep;
  label: string;
  children: ReactNode;
}

function Step({ number, step, label, children }: StepProps): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const { average_risk: average, highest_risk: highest, utility_loss: loss } = step;
  const measured = average !== null && highest !== null && loss !== null;
  return (
    <li className={classes.entry} aria-current={step.current ? "step" : undefined}>
      <span className={classes.revision}>{number === null ? "–" : number || ""}</span>
      <span>
        <span>{label}</span>
        <span className={classes.figures}>
          {measured &&
            t("dashboard.history.figures", { average: figures.percent(average), highest: figures.percent(highest), loss: figures.percent(loss) })}
          {number !== 0 && ` · ${format.date(step.at)}`}
        </span>
      </span>
      {children}
    </li>
  );
}
