/** What is known about somebody: any number of facts, which hold together. */
import { ActionIcon, Autocomplete, Button, NativeSelect, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Icon } from "@/components/Icon";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { knowables, type Knowable } from "../question";
import type { Fact } from "@/api/types";
import type { Linking } from "../useLinking";
import classes from "./WhatIf.module.css";

export function FactList({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const { facts, setFacts } = linking;
  const things = knowables(linking.proposal, linking.question);
  const unused = things.find(({ name }) => !facts.some(({ column }) => column === name));
  return (
    <div className={classes.facts} role="group" aria-label={t("linked.whatif.title")} {...useHeldFocus()}>
      <span className={classes.factsTitle}>{t("linked.whatif.title")}</span>
      {facts.map((fact, place) => (
        <FactRow
          key={place}
          number={place + 1}
          fact={fact}
          things={things}
          onChange={(next) => setFacts(facts.map((one, index) => (index === place ? next : one)))}
          onRemove={() => setFacts(facts.filter((_, index) => index !== place))}
        />
      ))}
      <Button
        size="compact-sm"
        variant="default"
        disabled={!unused}
        leftSection={<Icon name="plus" size={13} />}
        onClick={() => unused && setFacts([...facts, { column: unused.name, value: "" }])}
      >
        {t("linked.whatif.add")}
      </Button>
      {facts.length > 1 ? (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setFacts([])}>
          {t("linked.whatif.clear")}
        </Button>
      ) : null}
      {facts.length ? null : (
        <Text size="xs" c="dimmed">
          {t("linked.whatif.nothing")}
        </Text>
      )}
    </div>
  );
}

interface FactRowProps {
  number: number;
  fact: Fact;
  things: readonly Knowable[];
  onChange: (fact: Fact) => void;
  onRemove: () => void;
}

function FactRow({ number, fact, things, onChange, onRemove }: FactRowProps): ReactElement {
  const { t } = useLanguage();
  const thing = things.find(({ name }) => name === fact.column);
  const names = things.map(({ name }) => name);
  return (
    <div className={classes.fact}>
      <NativeSelect
        size="xs"
        aria-label={t("linked.whatif.column", { number })}
        value={fact.column}
        data={thing ? names : [fact.column, ...names]}
        onChange={(event) => onChange({ column: event.currentTarget.value, value: "" })}
      />
      <span className={classes.is}>{t("linked.whatif.is")}</span>
      <Autocomplete
        size="xs"
        w={116}
        aria-label={t("linked.whatif.value", { number })}
        value={fact.value}
        data={thing?.values ?? []}
        limit={60}
        maxDropdownHeight={240}
        comboboxProps={{ width: "max-content", position: "bottom-start" }}
        onChange={(value) => onChange({ ...fact, value })}
      />
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t("linked.whatif.remove", { number })} onClick={onRemove}>
        <Icon name="close" size={14} />
      </ActionIcon>
    </div>
  );
}
