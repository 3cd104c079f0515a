/** The hierarchy of one attribute: its levels side by side, and everything that changes them. */
import { Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useDecide } from "@/api/dataset";
import type { AttributeView, HierarchyEdit, HierarchyView } from "@/api/types";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { ChangeError } from "@/components/ChangeError";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { useNotify } from "@/components/useNotify";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { BuilderChoice } from "./BuilderChoice";
import { shownView, toDecision } from "./draft";
import classes from "./Hierarchies.module.css";
import { LevelColumn } from "./LevelColumn";
import { RiskPanel } from "./RiskPanel";
import { Toolbar } from "./Toolbar";
import { useDraft } from "./useDraft";

interface Props {
  datasetId: string;
  attribute: AttributeView;
  applied: HierarchyView;
  revision: number;
  k: number;
}

interface Selection {
  level: number;
  labels: string[];
}

const NOTHING: Selection = { level: 0, labels: [] };

export function Editor({ datasetId, attribute, applied, revision, k }: Props) {
  const { t } = useLanguage();
  const drafting = useDraft(datasetId, attribute.name);
  const decide = useDecide(datasetId);
  const notify = useNotify();
  const [find, setFind] = useState("");
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const view = shownView(drafting.draft, applied);
  const edit = (change: HierarchyEdit): void => {
    setSelection(NOTHING);
    drafting.edit(change);
  };
  const apply = (): void => {
    const decision = toDecision(drafting.draft, attribute.name);
    if (!decision) return;
    decide.mutate(decision, {
      onSuccess: () => {
        drafting.clear();
        notify({ message: t("hierarchy.applied", { name: attribute.name }) });
      },
    });
  };
  return (
    <div className={classes.editor}>
      <div className={classes.editorHead}>
        <div className={classes.editorName}>
          <Title order={2} size="h4">
            {attribute.name}
          </Title>
          <Text size="sm" c="dimmed">
            <Explained text={view.reason} by={<Term name="level" />} />
          </Text>
        </div>
        <Toolbar
          attribute={attribute.name}
          csv={view.csv}
          rules={view.rules}
          drafting={drafting}
          applying={decide.isPending}
          onApply={apply}
        />
      </div>
      <div className={classes.tools}>
        <BuilderChoice view={view} disabled={drafting.busy} onChange={(builder) => drafting.change({ builder })} />
        <TextInput
          size="xs"
          type="search"
          aria-label={t("hierarchy.find")}
          placeholder={t("hierarchy.find")}
          leftSection={<Icon name="search" size={14} />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      </div>
      <ErrorNotice title={t("hierarchy.failed")} error={drafting.error} onRetry={drafting.again} onClose={drafting.forgive} />
      <ChangeError change={{ ...decide, mutate: apply }} />
      <ConfirmDialog
        opened={drafting.question !== null}
        title={t("hierarchy.mergeAbove")}
        text={[drafting.question?.message, ...(drafting.question?.consequences ?? [])].join(" ")}
        action={t("hierarchy.mergeAll")}
        busy={drafting.busy}
        undoable
        onConfirm={() => drafting.question?.agree()}
        onClose={drafting.forgive}
      />
      <div className={classes.beside}>
        {/* Scrolls sideways, so the keyboard must be able to reach it. */}
        <div className={classes.levels} role="group" aria-label={t("hierarchy.region", { name: attribute.name })} tabIndex={0}>
          {view.levels.map((level) => (
            <LevelColumn
              key={`${level.level}-${level.title}`}
              level={level}
              editable={level.level > 0 && level.level < view.height}
              extendable={level.level < view.height}
              current={level.level === attribute.level}
              find={find}
              selected={selection.level === level.level ? selection.labels : []}
              onSelect={(labels) => setSelection({ level: level.level, labels })}
              onEdit={edit}
            />
          ))}
        </div>
        <RiskPanel
          datasetId={datasetId}
          revision={revision}
          view={view}
          change={drafting.draft.done.at(-1)?.change ?? {}}
          level={attribute.level ?? 0}
          k={k}
        />
      </div>
    </div>
  );
}
