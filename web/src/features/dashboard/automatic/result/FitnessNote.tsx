/** How a result was made fit for a purpose: what the checks say, which group size it took, which roles changed. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { Fitness } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { StatusMark } from "../../verdict/StatusMark";
import classes from "../AutomaticTab.module.css";

export function FitnessNote({ fitness }: { fitness: Fitness }): ReactElement {
  const { t, format } = useLanguage();
  const { k, verdict, changes, attempts } = fitness;
  const sizes = attempts.map((attempt) => format.number(attempt.k)).join(", ");
  return (
    <section className={classes.fitness} aria-label={t("automatic.fitness.label")}>
      <Text size="sm" component="div" className={classes.fitnessVerdict}>
        <StatusMark status={verdict.status} /> <span>{verdict.words}</span>
      </Text>
      <Text size="xs" c="dimmed">
        {t("automatic.fitness.sizes", { k: format.number(k), sizes })}
      </Text>
      {changes.length > 0 && (
        <ul className={classes.fitnessChanges}>
          {changes.map(({ attribute, role, words }) => (
            <li key={attribute}>
              <strong>{t("automatic.fitness.role", { attribute, role: t(`roles.${role}`) })}</strong> {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
