/** Hand out the table as it is now: choose a format, have it written and checked, download it. */
import { Alert, Button, Checkbox, Modal, Radio, Stack, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useSearchParams } from "wouter";
import { useCatalogue } from "@/api/dataset";
import type { MeasuredView } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Icon } from "@/components/Icon";
import { ProgressBar } from "@/components/ProgressBar";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useExport, type ExportFormat } from "../api/exporting";
import { usePreset } from "../risk/preset";
import { isSafe, judge } from "../risk/verdict";
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
      <SafetyNotice view={view} />
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
        <Exported result={start.data} format={format?.title ?? ""} />
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

/** Nobody is kept from exporting, but nobody stops too early without being told. */
function SafetyNotice({ view }: { view: MeasuredView }): ReactElement | null {
  const { t } = useLanguage();
  const { data } = useCatalogue();
  const [preset] = usePreset(data?.presets ?? []);
  if (!preset || isSafe(judge(preset, view.risk))) return null;
  return (
    <Alert color="orange" icon={<Icon name="alert" />} p="xs">
      <Text size="sm" c="var(--mantine-color-text)">
        {t("dashboard.export.notYet", { preset: preset.title })}
      </Text>
    </Alert>
  );
}
