/** Rows are recoded one by one, so nothing else can be decided until that is undone. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useUndo } from "@/api/dataset";
import type { DatasetView, DecisionView } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { Icon } from "@/components/Icon";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./RecodedNotice.module.css";

/** The decision that recodes row by row, if one is in force. */
export function recodingOf(view: DatasetView): DecisionView | undefined {
  return view.decisions.find((one) => one.kind === "recode" && one.active && !one.void && !one.superseded);
}

interface RecodedProps {
  view: DatasetView;
  recoding: DecisionView;
}

/** In place of steps that wait until then. */
export function RecodedNotice({ view, recoding }: RecodedProps): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.notice}>
      <h2>{t("automatic.recoded.title")}</h2>
      <p>
        <Explained text={t("automatic.recoded.text")} by={<Term name="recoding" />} />
      </p>
      <UndoRecoding view={view} recoding={recoding} />
    </div>
  );
}

/** `other` where something is shown that need not be what is in force. */
export function UndoRecoding({ view, recoding, other = false }: RecodedProps & { other?: boolean }): ReactElement {
  const { t } = useLanguage();
  const undo = useUndo(view.id);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="undo" size={14} />}
        loading={undo.isPending}
        onClick={() => undo.mutate(recoding.id)}
      >
        {t(other ? "automatic.recoded.undoOther" : "automatic.recoded.undo")}
      </Button>
      <ChangeError change={undo} />
    </>
  );
}
