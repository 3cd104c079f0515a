/** Hand out the table as it is now, as a file or as a table beside the data: have it written and checked. */
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useId, useState, type ReactElement, type SyntheticEvent } from "react";
import { useSearchParams } from "wouter";
import type { MeasuredView } from "@/api/types";
import { ChangeError } from "@/components/ChangeError";
import { Icon } from "@/components/Icon";
import { ProgressBar } from "@/components/ProgressBar";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useExport } from "../api/exporting";
import { useVerdict } from "../verdict/api";
import { StatusMark } from "../verdict/StatusMark";
import classes from "./Export.module.css";
import { Exported } from "./Exported";
import { FileForm, useFileChoice } from "./FileForm";
import { GoalChoice, proposed, tableChoice, TableForm, type Goal } from "./TableForm";

/** Open while the address asks for it: `?dialog=export`. */
export function ExportDialog({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [asked, ask] = useSearchParams();

  function close(): void {
    const others = [...asked].filter(([name]) => name !== "dialog");
    ask(others, { replace: true });
  }

  return (
    <Modal
      opened={asked.get("dialog") === "export"}
      onClose={close}
      size={600}
      title={<Text fw={600}>{t("dashboard.export.title")}</Text>}
      closeButtonProps={{ "aria-label": t("dashboard.export.close") }}
    >
      {/* Another state needs another file. */}
      <ExportForm key={view.revision} view={view} />
    </Modal>
  );
}

function ExportForm({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const form = useId();
  const [goal, setGoal] = useState<Goal>("file");
  const file = useFileChoice(view);
  const [table, setTable] = useState(() => proposed(view.name));
  const { start, job } = useExport(view.id);
  const [wanted, name] = goal === "file" ? [file.wanted, file.title] : [tableChoice(table), table.trim()];

  function change(): void {
    start.reset();
  }

  function write(event: SyntheticEvent): void {
    event.preventDefault();
    if (wanted) start.mutate(wanted);
  }

  return (
    <Stack gap="sm">
      <Text size="sm">{t("dashboard.export.intro")}</Text>
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
        <Button type="submit" form={form} leftSection={<Icon name={goal === "file" ? "download" : "database"} />} loading={start.isPending} disabled={!wanted} data-autofocus>
          {t("dashboard.export.start")}
        </Button>
      )}
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
