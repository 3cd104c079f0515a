/** Whose row it is in each release: by which column people are counted, or that rows are. */
import { isNeverPublished } from "@/api/roles";
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "../LinkedPage.module.css";
import { keyOf, withKey } from "../question";
import type { Linking } from "../useLinking";
import { Step } from "./Step";

export function PersonForm({ linking }: { linking: Linking }): ReactElement | null {
  const { t } = useLanguage();
  const { question, proposal, change } = linking;
  const sources = proposal.sources.filter(({ columns }) => columns.some(({ role }) => isNeverPublished(role)));
  if (!sources.length) return null;
  return (
    <Step title={t("linked.person.title")} help={t("linked.person.help")}>
      <div className={classes.sensitive}>
        {sources.map(({ number, name, columns }) => (
          <NativeSelect
            key={number}
            size="xs"
            label={`${number} · ${name}`}
            aria-label={t("linked.person.column", { name: `${number} · ${name}` })}
            value={keyOf(question, number, columns)}
            data={[
              { value: "", label: t("linked.person.none") },
              ...columns.filter(({ role }) => isNeverPublished(role)).map((one) => ({ value: one.label, label: one.name })),
            ]}
            onChange={(event) => change({ person: withKey(question, number, event.currentTarget.value) })}
          />
        ))}
      </div>
    </Step>
  );
}
