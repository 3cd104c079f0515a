/** Pass, warning or fail: a sign and a word; colour never stands alone. */
import type { ReactElement } from "react";
import type { CheckStatus } from "@/api/types";
import { Icon, type IconName } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Verdict.module.css";

const ICONS: Record<CheckStatus, IconName> = { pass: "check", warn: "alert", fail: "close" };

export function StatusMark({ status }: { status: CheckStatus }): ReactElement {
  const { t } = useLanguage();
  return <Mark status={status}>{t(`verdict.status.${status}`)}</Mark>;
}

/** The sign and the colour of a status with a word of its own. */
export function Mark({ status, children }: { status: CheckStatus; children: string }): ReactElement {
  return (
    <span className={classes.mark} data-status={status}>
      <Icon name={ICONS[status]} size={13} /> {children}
    </span>
  );
}
