/** The password of a source: typed here, sent once, and forgotten by the page at once. */
import { Button, PasswordInput } from "@mantine/core";
import { useState, type ReactElement, type SyntheticEvent } from "react";
import { useUnlock } from "@/api/sources";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ErrorBox } from "./ErrorBox";
import classes from "./PasswordForm.module.css";

interface Props {
  /** The id of the source. */
  source: string;
  label: string;
  onUnlocked: () => void;
}

export function PasswordForm({ source, label, onUnlocked }: Props): ReactElement {
  const { t } = useLanguage();
  const [password, setPassword] = useState("");
  const unlock = useUnlock(source);
  function send(event: SyntheticEvent): void {
    event.preventDefault();
    unlock.mutate(password, { onSuccess: onUnlocked });
    setPassword("");
  }
  return (
    <form onSubmit={send} className={classes.form}>
      <PasswordInput
        size="xs"
        label={label}
        description={t("query.sources.passwordHelp")}
        autoComplete="off"
        visibilityToggleButtonProps={{ "aria-label": t("query.sources.showPassword") }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button size="compact-sm" type="submit" loading={unlock.isPending} disabled={!password}>
        {t("query.sources.unlock")}
      </Button>
      {unlock.error ? <ErrorBox error={unlock.error} title={t("query.sources.refused")} /> : null}
    </form>
  );
}
