/** What nobody must learn: a sensitive column of each release, and whether its values agree. */
import { isNeverPublished } from "@/api/roles";
import { NativeSelect, Radio, Stack } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "../LinkedPage.module.css";
import { sourceOf } from "../question";
import type { Linking } from "../useLinking";
import { Step } from "./Step";

export function SecretForm({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const { question, proposal, change } = linking;
  const pick = (source: number, label: string): void => {
    const others = question.sensitive.filter((one) => sourceOf(one) !== source);
    const next = label ? [...others, label] : others;
    change({ sensitive: next.sort((one, other) => sourceOf(one) - sourceOf(other)) });
  };
  return (
    <Step title={t("linked.secret.title")}>
      <div className={classes.sensitive}>
        {proposal.sources.map(({ number, name, columns }) => (
          <NativeSelect
            key={number}
            size="xs"
            label={`${number} · ${name}`}
            aria-label={t("linked.secret.column", { name: `${number} · ${name}` })}
            value={question.sensitive.find((one) => sourceOf(one) === number) ?? ""}
            data={[
              { value: "", label: t("linked.secret.none") },
              ...columns.filter(({ role, kind }) => !isNeverPublished(role) && kind !== "range").map((one) => ({ value: one.label, label: one.name })),
            ]}
            onChange={(event) => pick(number, event.currentTarget.value)}
          />
        ))}
      </div>
      <Radio.Group
        aria-label={t("linked.secret.kind")}
        value={question.different ? "different" : "same"}
        onChange={(kind) => change({ different: kind === "different" })}
      >
        <Stack gap={4}>
          <Radio size="xs" value="same" label={t("linked.secret.same")} />
          <Radio size="xs" value="different" label={t("linked.secret.different")} />
        </Stack>
      </Radio.Group>
    </Step>
  );
}
