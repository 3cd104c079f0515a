/** Hand out the table as it is now, as a file or as a table beside the data: have it written and checked. */
import { Button, Stack, Text } from "@mantine/core";
import { useId, useState, type ReactElement, type SyntheticEvent } from "react";
import type { MeasuredView } from "@/api/types";
import { useCachedState } from "@/api/useCachedState";
import { useVerdict } from "@/api/verdict";
import { ChangeError } from "@/components/ChangeError";
import { Icon } from "@/components/Icon";
import { ProgressBar } from "@/components/ProgressBar";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useExport } from "../api/exporting";
import { StatusMark } from "../verdict/StatusMark";
import classes from "./Export.module.css";
import { Exported } from "./Exported";
import { FileForm, useFileChoice } from "./FileForm";
import { GoalChoice, proposed, tableChoice, TableForm, type Goal } from "./TableForm";
import { Tell } from "./Tell";

export function ExportForm({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const form = useId();
  const [goal, setGoal] = useState<Goal>("file");
  const file = useFileChoice(view);
  const [table, setTable] = useState(() => proposed(view.name));
  const { start, job } = useExport(view.id);
  const [, take] = useCachedState<number | null>(view.id, "taken", null);
  const [wanted, name] = goal === "file" ? [file.wanted, file.title] : [tableChoice(table), table.trim()];

  function change(): void {
    start.reset();
  }

  function write(event: SyntheticEvent): void {
    event.preventDefault();
    if (wanted) start.mutate(wanted, { onSuccess: () => take(view.revision) });
  }

  return (
    <Stack gap="sm">
      {!start.data && <Before view={view} keepOrder={file.keepOrder} />}
      {view.place !== null && (
        <GoalChoice
          goal={goal}
          busy={start.isPending}
          onChange={(next) => {
            setGoal(next);
            change();
          }}
        />
      )}
      {/* The button and errors stand outside of the form: a password that is missing has a form of its own. */}
      <form id={form} onSubmit={write}>
        {goal === "file" ? (
          <FileForm view={view} choice={file} busy={start.isPending} onChange={change} />
        ) : (
          <TableForm
            value={table}
            busy={start.isPending}
            onChange={(next) => {
              setTable(next);
              change();
            }}
          />
        )}
      </form>
      {start.isPending && (
        <div role="status">
          <Text size="sm">{job?.step ?? t("dashboard.export.running")}</Text>
          <ProgressBar share={job?.progress ?? null} name={t("dashboard.export.running")} />
        </div>
      )}
      <ChangeError change={start} />
      {start.data ? (
        <Exported view={view} result={start.data} format={name} onShuffle={() => {
          file.shuffle();
          change();
        }} />
      ) : (
        <Button type="submit" form={form} leftSection={<Icon name={goal === "file" ? "download" : "database"} />} loading={start.isPending} disabled={!wanted}>
          {t("dashboard.export.start")}
        </Button>
      )}
      {start.data?.verdict && <Tell view={view} verdict={start.data.verdict} />}
    </Stack>
  );
}

/** What the checks say before anything is written: nobody is kept from exporting, and nobody exports unawares. */
function Before({ view, keepOrder }: { view: MeasuredView; keepOrder: boolean }): ReactElement | null {
  const { t } = useLanguage();
  const { data: verdict, error } = useVerdict(view);
  if (!verdict) return <Text size="sm">{t(error ? "verdict.unchecked" : "verdict.checking")}</Text>;
  return (
    <div role="group" aria-label={t("verdict.title")} className={classes.before}>
      <Text size="sm" fw={600}>
        {t("verdict.export.before", { title: verdict.title })}
      </Text>
      <Text size="sm">
        <StatusMark status={keepOrder && verdict.status === "pass" ? "warn" : verdict.status} /> {verdict.words}
      </Text>
      {verdict.status === "fail" && <Text size="sm">{t("verdict.export.anyway")}</Text>}
    </div>
  );
}
