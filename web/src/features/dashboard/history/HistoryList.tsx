/** The states visited as a list: what was decided, where it led, and the way back there. */
import { Badge, Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import type { Entry } from "./entries";
import classes from "./HistoryTab.module.css";

interface HistoryListProps {
  entries: readonly Entry[];
  busy: boolean;
  onJump: (revision: number) => void;
}

export function HistoryList({ entries, busy, onJump }: HistoryListProps): ReactElement {
  const { t } = useLanguage();
  return (
    <ol className={classes.list} aria-label={t("dashboard.history.title")}>
      {entries.map((entry) => (
        <HistoryEntry key={entry.state.revision} entry={entry} busy={busy} onJump={onJump} />
      ))}
      {entries.length < 2 && <li className={classes.figures}>{t("dashboard.history.emptyHint")}</li>}
    </ol>
  );
}

interface HistoryEntryProps {
  entry: Entry;
  busy: boolean;
  onJump: (revision: number) => void;
}

function HistoryEntry({ entry, busy, onJump }: HistoryEntryProps): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const { state, text, at, undone } = entry;
  const label = text || t("dashboard.history.start");
  return (
    <li className={classes.entry} aria-current={state.current ? "step" : undefined}>
      <span className={classes.revision}>{state.revision}</span>
      <span>
        <span>{label}</span>{" "}
        {undone && (
          <Badge size="xs" variant="default" tt="none">
            {t("dashboard.history.undone")}
          </Badge>
        )}
        <span className={classes.figures}>
          {t("dashboard.history.figures", {
            average: figures.percent(state.average_risk),
            highest: figures.percent(state.highest_risk),
            loss: figures.percent(state.utility_loss),
          })}
          {at && ` · ${format.date(at)}`}
        </span>
      </span>
      {state.current ? (
        <Badge tt="none">{t("dashboard.history.now")}</Badge>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          disabled={busy}
          aria-label={t("dashboard.history.jumpTo", { revision: state.revision, label })}
          onClick={() => onJump(state.revision)}
        >
          {t("dashboard.history.jump")}
        </Button>
      )}
    </li>
  );
}
