/** A few rows as they are and as they would be published; cells that change stand out. */
import type { ReactElement } from "react";
import type { ReleaseProposal, SampleRow } from "@/api/types";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Proposals.module.css";

export function SampleTable({ proposal }: { proposal: ReleaseProposal }): ReactElement {
  const { t } = useLanguage();
  const names = proposal.attributes.filter(({ role }) => role !== "identifier" && role !== "person").map(({ name }) => name);
  return (
    <details className={classes.sample}>
      <summary>{t("proposals.sample")}</summary>
      <div className={classes.scroll} role="group" aria-label={t("proposals.sample")} {...FOCUSABLE}>
        <table>
          <thead>
            <tr>
              <td />
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {proposal.sample.map((row, place) => (
            <Pair key={place} row={row} names={names} />
          ))}
        </table>
      </div>
    </details>
  );
}

function Pair({ row, names }: { row: SampleRow; names: readonly string[] }): ReactElement {
  const { t } = useLanguage();
  const { before, after } = row;
  const text = (cell: string | null | undefined): string => cell ?? t("proposals.missing");
  return (
    <tbody>
      <tr>
        <th scope="row">{t("proposals.before")}</th>
        {names.map((name) => (
          <td key={name}>{text(before[name])}</td>
        ))}
      </tr>
      <tr>
        <th scope="row">{t("proposals.after")}</th>
        {after ? (
          names.map((name) => (
            <td key={name} data-changed={after[name] !== before[name] || undefined}>
              {text(after[name])}
            </td>
          ))
        ) : (
          <td colSpan={names.length} data-changed>
            {t("proposals.removed")}
          </td>
        )}
      </tr>
    </tbody>
  );
}
