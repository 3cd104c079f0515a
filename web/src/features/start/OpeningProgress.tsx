/** How far the opening of a file is, with a way to stop it. */
import { Button, Group, Stack, Text } from "@mantine/core";
import type { BusyStage } from "@/api/useJob";
import { ProgressBar } from "@/components/ProgressBar";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "@/components/DropZone.module.css";

interface Props {
  stage: BusyStage;
  onCancel: () => void;
}

export function OpeningProgress({ stage, onCancel }: Props) {
  const { t, format } = useLanguage();
  const share = stage.at === "sending" ? stage.sent / Math.max(stage.total, 1) : stage.progress;
  const title = t(stage.at === "sending" ? "start.sending" : "start.working", { name: stage.name });
  const detail =
    stage.at === "sending"
      ? t("start.sent", { sent: format.bytes(stage.sent), total: format.bytes(stage.total) })
      : stage.step;
  return (
    <div className={classes.zone} data-busy>
      <Stack gap="sm" w="100%" maw={420}>
        <Text fw={600} size="lg" ta="center" style={{ overflowWrap: "anywhere" }}>
          {title}
        </Text>
        <ProgressBar share={share} name={t("start.progress")} />
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed" className="numeric" role="status">
            {detail}
          </Text>
          <Button variant="default" size="compact-md" onClick={onCancel}>
            {t("start.cancel")}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
