/** The columns that belong together, proposed and editable, and which rows are kept. */
import { ActionIcon, Button, Group, NativeSelect, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Icon } from "@/components/Icon";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "../LinkedPage.module.css";
import { allColumns, CONDITIONS, JOINS, kindsOf, nextPair, shortName, sourceOf } from "../question";
import { isNeverPublished } from "@/api/roles";
import type { Condition, JoinKind } from "@/api/types";
import type { Pair } from "../question";
import type { Linking } from "../useLinking";
import { Step } from "./Step";

export function JoinForm({ linking }: { linking: Linking }): ReactElement {
  const { t } = useLanguage();
  const { question, proposal, change, reset } = linking;
  const { on } = question;
  const more = nextPair(proposal, question);
  const kinds = kindsOf(question, proposal.sources.length);
  const keep = (place: number, kind: JoinKind): void =>
    change(kinds.length > 1 ? { joins: kinds.map((one, index) => (index === place ? kind : one)) } : { join: kind });
  const put = (place: number, pair: Pair): void => change({ on: on.map((one, index) => (index === place ? pair : one)) });
  return (
    <Step title={t("linked.join.title")} help={t("linked.join.help")}>
      <div {...useHeldFocus()} className={classes.held}>
        {kinds.every((kind) => kind === "cross") ? null : (
          <>
            {on.length ? null : (
              <Text size="xs" c="dimmed">
                {t("linked.join.none")}
              </Text>
            )}
            <ul className={classes.pairs}>
              {on.map((pair, place) => (
                <PairRow
                  key={place}
                  number={place + 1}
                  pair={pair}
                  linking={linking}
                  onChange={(next) => put(place, next)}
                  onRemove={() => change({ on: on.filter((_, index) => index !== place) })}
                />
              ))}
            </ul>
            <Group gap={6}>
              <Button size="compact-xs" variant="default" disabled={!more} leftSection={<Icon name="plus" size={12} />} onClick={() => more && change({ on: [...on, more] })}>
                {t("linked.join.add")}
              </Button>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={reset}>
                {t("linked.join.reset")}
              </Button>
            </Group>
          </>
        )}
      </div>
      {kinds.map((chosen, place) => (
        <NativeSelect
          key={place}
          size="xs"
          label={kinds.length > 1 ? t("linked.join.kindOf", { number: place + 2 }) : t("linked.join.kind")}
          value={chosen}
          data={JOINS.map((kind) => ({ value: kind, label: t(`linked.join.kinds.${kind}`) }))}
          onChange={(event) => keep(place, event.currentTarget.value as JoinKind)}
        />
      ))}
    </Step>
  );
}

interface PairRowProps {
  number: number;
  pair: Pair;
  linking: Linking;
  onChange: (pair: Pair) => void;
  onRemove: () => void;
}

function PairRow({ number, pair, linking, onChange, onRemove }: PairRowProps): ReactElement {
  const { t } = useLanguage();
  const all = allColumns(linking.proposal);
  const last = linking.proposal.sources.length;
  const options = (from: number, to: number) =>
    all
      .filter(({ source, role }) => source >= from && source <= to && !isNeverPublished(role))
      .map(({ label }) => ({ value: label, label: shortName(all, label) }));
  const { reason: _, ...chosen } = pair;
  return (
    <li className={classes.pair}>
      <div className={classes.pairSelects}>
        <NativeSelect
          size="xs"
          rightSectionWidth={22}
          styles={{ input: { paddingInlineStart: 8 } }}
          aria-label={t("linked.join.left", { number })}
          value={pair.left}
          data={options(1, Math.max(sourceOf(pair.right) - 1, 1))}
          onChange={(event) => onChange({ ...chosen, left: event.currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          rightSectionWidth={22}
          styles={{ input: { paddingInlineStart: 8 } }}
          aria-label={t("linked.join.condition", { number })}
          value={pair.condition}
          data={CONDITIONS.map((name) => ({ value: name, label: t(`linked.join.${name}`) }))}
          onChange={(event) => onChange({ ...chosen, condition: event.currentTarget.value as Condition })}
        />
        <NativeSelect
          size="xs"
          rightSectionWidth={22}
          styles={{ input: { paddingInlineStart: 8 } }}
          aria-label={t("linked.join.right", { number })}
          value={pair.right}
          data={options(sourceOf(pair.left) + 1, last)}
          onChange={(event) => onChange({ ...chosen, right: event.currentTarget.value })}
        />
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t("linked.join.remove", { number })} onClick={onRemove}>
          <Icon name="close" size={14} />
        </ActionIcon>
      </div>
      {pair.reason ? (
        <Text size="xs" c="dimmed">
          {pair.reason}
        </Text>
      ) : null}
    </li>
  );
}
