/** What a preset asks for, in a sentence; each limit with its source unfolds below. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useCatalogue } from "@/api/dataset";
import type { Preset } from "@/api/types";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Goal.module.css";

export function Limits({ preset }: { preset: Preset }): ReactElement {
  const { t, format } = useLanguage();
  const checks = useCatalogue().data?.checks ?? [];
  const titleOf = (check: string): string => checks.find(({ name }) => name === check)?.title ?? check;
  return (
    <>
      <Text size="sm" c="dimmed">
        <Explained text={t("goal.limit", { count: preset.k - 1 })} by={<Term name="k" />} />
      </Text>
      <details className={classes.sources}>
        <summary>{t("goal.sources")}</summary>
        <ul>
          {preset.limits.map((limit) => (
            <li key={limit.check}>{t("goal.source", { title: titleOf(limit.check), value: `${format.decimal(limit.value)} ${limit.unit}`, source: limit.source })}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
