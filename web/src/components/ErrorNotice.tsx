/** An error where it happened: what was wrong, and what to do next; a missing password is asked for there. */
import { Button, Group, Text } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { ApiError } from "@/api/client";
import { asksForPassword } from "@/api/sources";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ErrorBox } from "./ErrorBox";
import { PasswordForm } from "./PasswordForm";

interface Props {
  error: Error | null;
  title?: string;
  onRetry?: () => void;
  onClose?: () => void;
}

export function ErrorNotice({ error, title, onRetry, onClose }: Props): ReactElement | null {
  const { t } = useLanguage();
  // A change made in another window is told once, for the whole page.
  if (!error || (error instanceof ApiError && error.isConflict)) return null;
  if (asksForPassword(error) && error.source !== null) return <PasswordNotice error={error} source={error.source} onRetry={onRetry} onClose={onClose} />;
  return (
    <ErrorBox error={error} title={title ?? t("errors.title")} onClose={onClose}>
      {onRetry ? (
        <Group mt="xs">
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t("errors.retry")}
          </Button>
        </Group>
      ) : null}
    </ErrorBox>
  );
}

interface PasswordNoticeProps {
  error: ApiError;
  source: string;
  onRetry?: () => void;
  onClose?: () => void;
}

/** What was wanted goes on by itself once the database lets us in, or is to be repeated. */
function PasswordNotice({ error, source, onRetry, onClose }: PasswordNoticeProps): ReactElement {
  const { t } = useLanguage();
  const [unlocked, setUnlocked] = useState(false);
  return (
    <ErrorBox question error={error} title={t("place.locked")} onClose={onClose}>
      {unlocked ? (
        <Text size="sm" role="status" mt="xs">
          {t("place.unlocked")}
        </Text>
      ) : (
        <PasswordForm source={source} label={t("place.password")} onUnlocked={onRetry ?? (() => setUnlocked(true))} />
      )}
    </ErrorBox>
  );
}
