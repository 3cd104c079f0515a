/** Ranges that are written in two columns: found, taken apart, or made by hand. */
import { ActionIcon, Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "../LinkedPage.module.css";
import type { LinkRange } from "@/api/types";
import type { Linking } from "../useLinking";

export function RangeForm({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const { ranges } = linking.proposal;
  const [making, make] = useState(false);
  return (
    <details className={classes.ranges} open={ranges.length > 0 || undefined}>
      <summary>{t("linked.ranges.title")}</summary>
      <ul className={classes.pairs}>
        {ranges.map((range) => (
          <li key={`${range.source}.${range.name}`} className={classes.range}>
            <span>{t("linked.ranges.made", range)}</span>
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={t("linked.ranges.remove", range)}
              onClick={() => linking.setRanges(ranges.filter((one) => one !== range))}
            >
              <Icon name="close" size={13} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {making ? (
        <NewRange
          linking={linking}
          onMake={(range) => {
            linking.setRanges([...ranges, range]);
            make(false);
          }}
          onCancel={() => make(false)}
        />
      ) : (
        <Button size="compact-xs" variant="default" leftSection={<Icon name="plus" size={12} />} onClick={() => make(true)}>
          {t("linked.ranges.add")}
        </Button>
      )}
    </details>
  );
}

interface NewRangeProps {
  linking: Linking;
  onMake: (range: LinkRange) => void;
  onCancel: () => void;
}

function NewRange({ linking, onMake, onCancel }: NewRangeProps): ReactElement {
  const { t } = useLanguage();
  const { sources } = linking.proposal;
  const [source, setSource] = useState(1);
  const names = sources[source - 1]?.columns.filter(({ kind }) => kind !== "range").map(({ name }) => name) ?? [];
  const [ends, setEnds] = useState({ low: "", high: "", name: "" });
  const { low, high, name } = { ...ends, low: ends.low || (names[0] ?? ""), high: ends.high || (names[1] ?? "") };
  const free = name.trim() && !sources[source - 1]?.columns.some((one) => one.name === name.trim());
  return (
    <form
      className={classes.newRange}
      onSubmit={(event) => {
        event.preventDefault();
        if (free && low !== high) onMake({ source, name: name.trim(), low, high });
      }}
    >
      <NativeSelect
        size="xs"
        label={t("linked.ranges.source")}
        value={String(source)}
        data={sources.map((one) => ({ value: String(one.number), label: `${one.number} · ${one.name}` }))}
        onChange={(event) => {
          setSource(Number(event.currentTarget.value));
          setEnds({ ...ends, low: "", high: "" });
        }}
      />
      <NativeSelect size="xs" label={t("linked.ranges.low")} value={low} data={names} onChange={(event) => setEnds({ ...ends, low: event.currentTarget.value })} />
      <NativeSelect size="xs" label={t("linked.ranges.high")} value={high} data={names} onChange={(event) => setEnds({ ...ends, high: event.currentTarget.value })} />
      <TextInput size="xs" label={t("linked.ranges.name")} value={ends.name} onChange={(event) => setEnds({ ...ends, name: event.currentTarget.value })} />
      <Group gap={6}>
        <Button type="submit" size="compact-xs" disabled={!free || low === high}>
          {t("linked.ranges.make")}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onCancel}>
          {t("linked.ranges.cancel")}
        </Button>
      </Group>
    </form>
  );
}
