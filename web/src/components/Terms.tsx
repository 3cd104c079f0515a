/** Several words of the field side by side, each with its `?`: `<Terms names={["identity", "membership"]} />`. */
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Explained, Term, type TermName } from "./Help";
import classes from "./Help.module.css";

export function Terms({ names }: { names: readonly TermName[] }): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.terms}>
      {names.map((name) => (
        <span key={name}>
          <Explained text={t(`glossary.${name}.name`)} by={<Term name={name} />} />
        </span>
      ))}
    </div>
  );
}
