/** How far something is that is looked for , with a way to stop it; what went wrong, if it did. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { Sought } from "@/api/useSought";
import { ErrorNotice } from "@/components/ErrorNotice";
import { JobProgress } from "@/components/JobProgress";
import { useLanguage } from "@/i18n/LanguageProvider";

interface Props {
  sought: Omit<Sought<unknown>, "found">;
  /** What is said before the first step is known. */
  looking: string;
}

export function SoughtState({ sought, looking }: Props): ReactElement {
  const { t } = useLanguage();
  const { step, progress, error, stopped, stop, again } = sought;
  if (error) return <ErrorNotice error={error} onRetry={again} />;
  if (!stopped) return <JobProgress stage={{ at: "working", name: "", step, progress }} title={step ? "" : looking} onCancel={stop} />;
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {t("linked.sought.stopped")}
      </Text>
      <Button size="compact-sm" variant="default" onClick={again}>
        {t("linked.sought.again")}
      </Button>
    </Group>
  );
}
