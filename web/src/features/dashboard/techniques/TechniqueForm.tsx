/** Choose what is done to the values: which technique, which column, how strongly. */
import { Button, NativeSelect, Text, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { MeasuredView, TechniqueInfo } from "@/api/types";
import { HelpText } from "@/components/Help";
import { Labelled } from "@/components/Labelled";
import { useLanguage } from "@/i18n/LanguageProvider";
import { columnsFor, strengthOf, written, type Choice } from "./choice";
import classes from "./TechniquesTab.module.css";

interface Props {
  view: MeasuredView;
  offer: readonly TechniqueInfo[];
  choice: Choice;
  busy: boolean;
  onChange: (choice: Choice) => void;
  onShow: (technique: string) => void;
}

export function TechniqueForm({ view, offer, choice, busy, onChange, onShow }: Props): ReactElement {
  const { t } = useLanguage();
  const info = offer.find(({ name }) => name === choice.technique) ?? offer[0];
  if (!info) return <></>;
  const columns = columnsFor(info, view.attributes);
  const column = columns.includes(choice.column) ? choice.column : columns[0];
  const strength = strengthOf(info, choice);
  const told = written(info, column, strength);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (told !== null) onShow(told);
      }}
    >
      <Text fz="sm" lh={1.35}>
        {t("techniques.lead")}
      </Text>
      <Labelled label={t("techniques.technique")} help={t("techniques.techniqueHelp")}>
        {(id) => (
          <NativeSelect
            id={id}
            size="xs"
            value={info.name}
            data={offer.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(event) => onChange({ ...choice, technique: event.currentTarget.value })}
          />
        )}
      </Labelled>
      <Text size="xs" c="dimmed">
        {info.explanation} <HelpText title={info.title} text={info.explanation} field={info.name} citation={info.citation} />
      </Text>
      {info.about === "column" && (
        <Labelled label={t("techniques.column")} help={t("techniques.columnHelp")}>
          {(id) => (
            <NativeSelect
              id={id}
              size="xs"
              value={column ?? ""}
              disabled={columns.length === 0}
              data={columns.length === 0 ? [{ value: "", label: t("techniques.noColumn") }] : columns}
              onChange={(event) => onChange({ ...choice, column: event.currentTarget.value })}
            />
          )}
        </Labelled>
      )}
      <Labelled label={t("techniques.strength")} help={info.parameter} field={info.name}>
        {(id) => (
          <TextInput
            id={id}
            size="xs"
            inputMode="decimal"
            autoComplete="off"
            description={info.percentile ? t("techniques.number") : info.parameter}
            rightSection={info.unit === "number" ? null : "%"}
            value={strength}
            onChange={(event) => onChange({ ...choice, strengths: { ...choice.strengths, [info.name]: event.currentTarget.value } })}
          />
        )}
      </Labelled>
      <Button type="submit" size="xs" disabled={told === null} loading={busy}>
        {t("techniques.show")}
      </Button>
    </form>
  );
}
