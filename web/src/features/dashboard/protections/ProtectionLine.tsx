/** What protects each sensitive attribute, in one line, and the way to change it. */
import { Button } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { MeasuredView } from "@/api/types";
import { Icon } from "@/components/Icon";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Protections.module.css";
import { ProtectionsDialog } from "./ProtectionsDialog";
import { usePromise } from "./words";

export function ProtectionLine({ view }: { view: MeasuredView }): ReactElement | null {
  const { t } = useLanguage();
  const promise = usePromise();
  const [opened, open] = useState(false);
  const sensitive = view.attributes.filter(({ role }) => role === "sensitive");
  const whole = view.protections.filter(({ attribute }) => attribute === "");
  if (sensitive.length === 0 && whole.length === 0) return null;
  const secrets = sensitive.map(({ name }) => {
    const own = view.protections.filter(({ attribute }) => attribute === name);
    return `${name} (${own.map(promise).join(", ") || t("dashboard.protections.none")})`;
  });
  const release = whole.length === 0 ? [] : [t("dashboard.protections.release", { promises: whole.map(promise).join(", ") })];
  return (
    <div className={classes.line} role="group" aria-label={t("dashboard.protections.title")}>
      <Icon name="lock" size={14} />
      <span className={classes.words}>
        <strong>{t("dashboard.protections.title")}:</strong>{" "}
        {[...secrets, ...release].join(", ")}
      </span>
      <Term name="protection" />
      <Button size="compact-xs" variant="default" aria-haspopup="dialog" onClick={() => open(true)}>
        {t("dashboard.protections.change")}
      </Button>
      <ProtectionsDialog opened={opened} view={view} onClose={() => open(false)} />
    </div>
  );
}
