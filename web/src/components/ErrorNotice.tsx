/** An error where it happened: what was wrong, and what to do next. */
import { Alert, Button, Group, List, Text } from "@mantine/core";
import { ApiError } from "@/api/client";
import type { Translate } from "@/i18n/catalogue";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Icon } from "./Icon";

interface Props {
  error: Error | null;
  title?: string;
  onRetry?: () => void;
  onClose?: () => void;
}

interface Words {
  message: string;
  hint: string;
}

function describe(error: Error, t: Translate): Words {
  if (!(error instanceof ApiError)) return { message: t("errors.unknown"), hint: t("errors.unknownHint") };
  if (error.isOffline) return { message: t("errors.offline"), hint: t("errors.offlineHint") };
  if (error.code === "cancelled") return { message: t("errors.cancelled"), hint: "" };
  return { message: error.message || t("errors.unknown"), hint: error.hint };
}

export function ErrorNotice({ error, title, onRetry, onClose }: Props) {
  const { t } = useLanguage();
  // A change made in another window is told once, for the whole page.
  if (!error || (error instanceof ApiError && error.isConflict)) return null;
  const { message, hint } = describe(error, t);
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={title ?? t("errors.title")}
      icon={<Icon name="alert" />}
      withCloseButton={onClose !== undefined}
      onClose={onClose}
      closeButtonLabel={t("errors.close")}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {message}
      </Text>
      {hint ? (
        <Text size="sm" c="dimmed" mt={2}>
          {hint}
        </Text>
      ) : null}
      {error instanceof ApiError && error.errors.length ? (
        <List size="sm" c="dimmed" mt={2}>
          {error.errors.map((one) => (
            <List.Item key={one}>{one}</List.Item>
          ))}
        </List>
      ) : null}
      {onRetry ? (
        <Group mt="xs">
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t("errors.retry")}
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}
