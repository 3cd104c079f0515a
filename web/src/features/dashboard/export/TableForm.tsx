/** A release as a new table in the database in which the data stays: what it is called. */
import { SegmentedControl, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { ExportChoice } from "../api/exporting";

const GOALS = ["file", "table"] as const;
export type Goal = (typeof GOALS)[number];

interface GoalChoiceProps {
  goal: Goal;
  busy: boolean;
  onChange: (goal: Goal) => void;
}

export function GoalChoice({ goal, busy, onChange }: GoalChoiceProps): ReactElement {
  const { t } = useLanguage();
  return (
    <SegmentedControl
      fullWidth
      size="sm"
      aria-label={t("dashboard.export.goal")}
      value={goal}
      disabled={busy}
      data={GOALS.map((value) => ({ value, label: t(`dashboard.export.goals.${value}`) }))}
      onChange={onChange}
    />
  );
}

interface TableFormProps {
  value: string;
  busy: boolean;
  onChange: (name: string) => void;
}

export function TableForm({ value, busy, onChange }: TableFormProps): ReactElement {
  const { t } = useLanguage();
  return (
    <TextInput
      label={t("dashboard.export.table")}
      description={t("dashboard.export.tableHint")}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      readOnly={busy}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** What is asked of the server; null without a name. */
export function tableChoice(name: string): ExportChoice | null {
  return name.trim() ? { table: name.trim(), keep_order: false } : null;
}

/** A name for the release of a data set: "people 2020" is proposed as "people_2020_release". */
export function proposed(name: string): string {
  return `${name.replace(/[^\p{L}\p{N}_]+/gu, "_")}_release`;
}
