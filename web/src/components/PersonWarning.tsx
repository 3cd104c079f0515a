/** One person may have several rows and nothing says whose they are: figures count rows then, and this says so loudly. */
import type { ReactElement, ReactNode } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Icon } from "./Icon";
import classes from "./PersonWarning.module.css";

interface Props {
  warning: string | null;
  /** What can be done about it from here. */
  children?: ReactNode;
}

export function PersonWarning({ warning, children }: Props): ReactElement | null {
  const { t } = useLanguage();
  if (!warning) return null;
  return (
    <div role="alert" className={classes.warning}>
      <Icon name="alert" />
      <div>
        <strong>{t("persons.title")}.</strong> {warning}
      </div>
      {children}
    </div>
  );
}
