/** What can be done with the whole hierarchy: file in and out, undo, redo, discard, apply. */
import { ActionIcon, Button, FileButton, Group, Text, Tooltip } from "@mantine/core";
import { Icon, type IconName } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { RulesDialog } from "@/components/RulesDialog";
import type { Drafting } from "./useDraft";

interface Props {
  attribute: string;
  csv: string;
  rules: string;
  drafting: Drafting;
  applying: boolean;
  onApply: () => void;
}

export function Toolbar({ attribute, csv, rules, drafting, applying, onApply }: Props) {
  const { t } = useLanguage();
  const { draft, busy } = drafting;
  const edits = draft.done.length;
  const read = (file: File | null): void => {
    if (file) void file.text().then((text) => drafting.change({ csv: text }));
  };
  return (
    <Group gap={6} wrap="nowrap">
      <FileButton accept=".csv,text/csv,text/plain" onChange={read} inputProps={{ "aria-label": t("hierarchy.import") }}>
        {(props) => (
          <Button {...props} variant="default" size="xs" leftSection={<Icon name="upload" size={14} />}>
            {t("hierarchy.import")}
          </Button>
        )}
      </FileButton>
      <Button
        component="a"
        variant="default"
        size="xs"
        leftSection={<Icon name="download" size={14} />}
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
        download={`hierarchy_${attribute}.csv`}
      >
        {t("hierarchy.export")}
      </Button>
      <RulesDialog
        attribute={attribute}
        rules={rules}
        disabled={busy}
        onUse={(text) => drafting.change({ rules: text })}
      />
      <Step icon="undo" label={t("hierarchy.undo")} disabled={busy || !edits} onClick={drafting.undo} />
      <Step icon="redo" label={t("hierarchy.redo")} disabled={busy || !draft.undone.length} onClick={drafting.redo} />
      <Text size="xs" c="dimmed" role="status" style={{ whiteSpace: "nowrap" }}>
        {edits ? t("hierarchy.unsaved", { count: edits }) : null}
      </Text>
      {edits ? (
        <Button variant="subtle" color="gray" size="xs" onClick={drafting.clear}>
          {t("hierarchy.discard")}
        </Button>
      ) : null}
      <Button size="xs" disabled={!edits || busy} loading={applying} onClick={onApply}>
        {t("hierarchy.apply")}
      </Button>
    </Group>
  );
}

interface StepProps {
  icon: IconName;
  label: string;
  disabled: boolean;
  onClick: () => void;
}

function Step({ icon, label, disabled, onClick }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon name={icon} size={15} />
      </ActionIcon>
    </Tooltip>
  );
}
