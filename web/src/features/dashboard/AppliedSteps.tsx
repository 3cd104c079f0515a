/** What was decided, each with its undo, and what was undone, each with its redo. */
import { ActionIcon } from "@mantine/core";
import type { ReactElement } from "react";
import { useRedo, useUndo } from "@/api/dataset";
import type { DatasetView, DecisionView } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { Icon } from "@/components/Icon";
import { useHeldFocus } from "@/components/useHeldFocus";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AppliedSteps.module.css";

export function AppliedSteps({ view }: { view: DatasetView }): ReactElement {
  const { t } = useLanguage();
  const undo = useUndo(view.id);
  const redo = useRedo(view.id);
  const applied = view.decisions.filter(({ active }) => active);
  const held = useHeldFocus();
  const busy = undo.isPending || redo.isPending;
  return (
    <div className={classes.steps} {...held}>
      <ChangeError change={undo.error ? undo : redo} />
      <strong>{t("dashboard.steps.applied")}:</strong>
      <Term name="recipe" />
      {applied.length === 0 && <span>{t("dashboard.steps.none")}</span>}
      <Chips label={t("dashboard.steps.applied")} decisions={applied} kind="undo" busy={busy} onPick={undo.mutate} />
      {view.redoable.length > 0 && (
        <>
          <strong>{t("dashboard.steps.undone")}:</strong>
          <Chips
            label={t("dashboard.steps.undone")}
            decisions={view.redoable}
            kind="redo"
            busy={busy}
            onPick={redo.mutate}
          />
        </>
      )}
    </div>
  );
}

interface ChipsProps {
  label: string;
  decisions: readonly DecisionView[];
  kind: "undo" | "redo";
  busy: boolean;
  onPick: (id: string) => void;
}

function Chips({ label, decisions, kind, busy, onPick }: ChipsProps): ReactElement {
  const { t } = useLanguage();
  return (
    <ul className={classes.stepsList} aria-label={label}>
      {decisions.map(({ id, text, void: idle }) => (
        <li key={id} className={classes.chip}>
          <span className={idle ? classes.void : undefined}>
            {text}
          </span>
          {idle && <span>({t("dashboard.steps.noEffect")})</span>}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            radius="xl"
            disabled={busy}
            aria-label={t(`dashboard.steps.${kind}`, { text })}
            title={t(`dashboard.steps.${kind}`, { text })}
            onClick={() => onPick(id)}
          >
            <Icon name={kind} size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
