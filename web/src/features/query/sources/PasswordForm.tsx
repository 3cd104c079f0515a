/** The password of a source: typed here, sent once, and forgotten by the page at once. */
import { Button, PasswordInput } from "@mantine/core";
import { useState, type ReactElement, type SyntheticEvent } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useUnlock } from "../api";
import type { Source } from "@/api/types";
import classes from "./Sources.module.css";

interface Props {
  source: Source;
  onUnlocked: () => void;
}

export function PasswordForm({ source, onUnlocked }: Props): ReactElement {
  const { t } = useLanguage();
  const [password, setPassword] = useState("");
  const unlock = useUnlock(source.id);
  function send(event: SyntheticEvent): void {
    event.preventDefault();
    unlock.mutate(password, { onSuccess: onUnlocked });
    setPassword("");
  }
  return (
    <form onSubmit={send} className={classes.password}>
      <PasswordInput
        size="xs"
        label={t("query.sources.password", { name: source.name })}
        description={t("query.sources.passwordHelp")}
        autoComplete="off"
        visibilityToggleButtonProps={{ "aria-label": t("query.sources.showPassword") }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button size="compact-sm" type="submit" loading={unlock.isPending} disabled={!password}>
        {t("query.sources.unlock")}
      </Button>
      <ErrorNotice error={unlock.error} title={t("query.sources.refused")} />
    </form>
  );
}
