/** Hand out the table as it is now: choose a format, have it written and checked, download it. */
import { Button, Checkbox, Modal, Radio, Stack, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useSearchParams } from "wouter";
import { useCatalogue } from "@/api/dataset";
import type { MeasuredView } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { ProgressBar } from "@/components/ProgressBar";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useExport, type ExportFormat } from "../api/exporting";
import { useVerdict } from "../verdict/api";
import { StatusMark } from "../verdict/StatusMark";
import classes from "./Export.module.css";
import { Exported } from "./Exported";

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
  const { data: catalogue } = useCatalogue();
  const formats = catalogue?.formats ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const asItCame = formats.find(({ extension }) => view.name.toLowerCase().endsWith(extension));
  const format = formats.find(({ name }) => name === chosen) ?? asItCame ?? formats[0];
  const [keepOrder, setKeepOrder] = useState(false);
  const { start, job } = useExport(view.id);
  return (
    <Stack gap="sm">
      <Text size="sm">{t("dashboard.export.intro")}</Text>
      {!start.data && <Before view={view} keepOrder={keepOrder} />}
      <Radio.Group
        label={t("dashboard.export.format")}
        value={format?.name ?? null}
        onChange={(name) => {
          setChosen(name);
          start.reset();
        }}
      >
        <Stack gap={8} mt={6}>
          {formats.map(({ name, title, explanation }) => (
            <Radio key={name} value={name} disabled={start.isPending} label={title} description={explanation} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t("dashboard.export.keepOrder")}
        description={t("dashboard.export.keepOrderHint")}
        checked={keepOrder}
        disabled={start.isPending}
        onChange={(event) => {
          setKeepOrder(event.currentTarget.checked);
          start.reset();
        }}
      />
      {start.isPending && (
        <div role="status">
          <Text size="sm">{job?.step ?? t("dashboard.export.running")}</Text>
          <ProgressBar share={job?.progress ?? null} name={t("dashboard.export.running")} />
        </div>
      )}
      <ErrorNotice error={start.error} />
      {start.data ? (
        <Exported view={view} result={start.data} format={format?.title ?? ""} onShuffle={() => {
          setKeepOrder(false);
          start.reset();
        }} />
      ) : (
        <Button
          leftSection={<Icon name="download" />}
          loading={start.isPending}
          disabled={!format}
          onClick={() => format && start.mutate({ format: format.name as ExportFormat, keep_order: keepOrder })}
          data-autofocus
        >
          {t("dashboard.export.start")}
        </Button>
      )}
    </Stack>
  );
}

/** What the checks say before anything is written: nobody is kept from exporting, and nobody exports unawares. */
function Before({ view, keepOrder }: { view: MeasuredView; keepOrder: boolean }): ReactElement | null {
  const { t } = useLanguage();
  const { data: verdict } = useVerdict(view);
  if (!verdict) return <Text size="sm">{t("verdict.checking")}</Text>;
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
