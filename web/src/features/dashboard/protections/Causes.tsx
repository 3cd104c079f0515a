/** What rows are left out for: groups that are too small, and each protection that a group breaks. */
import type { ReactElement } from "react";
import type { SuppressedBy } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Protections.module.css";
import { usePromise } from "./words";

export function Causes({ k, by }: { k: number; by: SuppressedBy }): ReactElement | null {
  const { t } = useLanguage();
  const promise = usePromise();
  const broken = by.protections.filter(({ rows }) => rows > 0);
  if (by.k === 0 && broken.length === 0) return null;
  return (
    <ul className={classes.causes} aria-label={t("dashboard.protections.causes")}>
      {by.k > 0 && <li>{t("dashboard.protections.byK", { count: by.k, k })}</li>}
      {broken.map((each) => (
        <li key={`${each.attribute} ${each.model}`}>
          {each.attribute === ""
            ? t("dashboard.protections.byRelease", { count: each.rows, promise: promise(each) })
            : t("dashboard.protections.byProtection", { count: each.rows, name: each.attribute, promise: promise(each) })}
        </li>
      ))}
      {broken.length > 1 && <li>{t("dashboard.protections.both")}</li>}
    </ul>
  );
}
