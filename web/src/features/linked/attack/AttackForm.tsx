/** What is attacked with what, by which columns, and the button that does it. */
import { ActionIcon, Button, Group, NativeSelect, NumberInput, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { HelpText } from "@/components/Help";
import { Icon } from "@/components/Icon";
import { JobProgress } from "@/components/JobProgress";
import { Labelled } from "@/components/Labelled";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { AttackPair, AttackRequest, AttackResult, LinkColumn, LinkSource, Proposal } from "@/api/types";
import type { CachedJob } from "../useCachedJob";
import classes from "./Attack.module.css";
import { linkable, nextPair, type Chosen } from "./setUp";

interface Props {
  sources: readonly LinkSource[];
  sides: { release: string; people: string };
  proposal: Proposal | null;
  pairs: readonly AttackPair[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  attacking: CachedJob<AttackRequest, AttackResult>;
  onRun: () => void;
}

export function AttackForm({ sources, sides, proposal, pairs, chosen, onChoose, attacking, onRun }: Props): ReactElement {
  const { t } = useLanguage();
  const { stage } = attacking;
  const options = sources.map(({ dataset, name, number }) => ({ value: dataset, label: `${number} · ${name}` }));
  return (
    <>
      <NativeSelect
        size="xs"
        label={t("attack.release")}
        value={sides.release}
        data={options}
        onChange={(event) => onChoose({ ...chosen, ...sides, release: event.currentTarget.value, pairs: null })}
      />
      <Labelled label={t("attack.people")} help={t("attack.listHelp")}>
        {(id) => (
          <NativeSelect
            id={id}
            size="xs"
            value={sides.people}
            data={options}
            onChange={(event) => onChoose({ ...chosen, ...sides, people: event.currentTarget.value, pairs: null })}
          />
        )}
      </Labelled>
      <h3 className={classes.title}>
        {t("attack.on")}
        <HelpText title={t("attack.on")} text={t("attack.onHelp")} />
      </h3>
      <Pairs proposal={proposal} pairs={pairs} onChange={(next) => onChoose({ ...chosen, pairs: next })} />
      <NumberInput
        size="xs"
        label={t("attack.k")}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        value={chosen.k}
        onChange={(k) => typeof k === "number" && k >= 1 && onChoose({ ...chosen, k })}
      />
      <div className={classes.run} {...useHeldFocus()}>
        {stage.at === "running" ? (
          <JobProgress stage={{ at: "working", name: "", step: stage.step, progress: stage.progress }} title={stage.step ? "" : t("attack.title")} onCancel={attacking.cancel} />
        ) : (
          <Button size="xs" fullWidth disabled={!proposal || !pairs.length} onClick={onRun}>
            {t(stage.at === "found" ? "attack.again" : "attack.run")}
          </Button>
        )}
      </div>
    </>
  );
}

interface PairsProps {
  proposal: Proposal | null;
  pairs: readonly AttackPair[];
  onChange: (pairs: AttackPair[] | null) => void;
}

function Pairs({ proposal, pairs, onChange }: PairsProps): ReactElement {
  const { t } = useLanguage();
  const held = useHeldFocus();
  if (!proposal) return <Text size="xs">{t("attack.looking")}</Text>;
  const more = nextPair(proposal, pairs);
  const put = (place: number, pair: AttackPair): void => onChange(pairs.map((one, index) => (index === place ? pair : one)));
  return (
    <div className={classes.pairsHeld} {...held}>
      {pairs.length ? null : (
        <Text size="xs" c="dimmed">
          {t("attack.noPairs")}
        </Text>
      )}
      <ul className={classes.pairs}>
        {pairs.map((pair, place) => (
          <li key={place} className={classes.pair}>
            <Column label={t("attack.releaseColumn", { number: place + 1 })} columns={linkable(proposal, 1)} value={pair.release} onChange={(release) => put(place, { ...pair, release })} />
            <span aria-hidden="true">=</span>
            <Column label={t("attack.peopleColumn", { number: place + 1 })} columns={linkable(proposal, 2)} value={pair.people} onChange={(people) => put(place, { ...pair, people })} />
            <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t("attack.remove", { number: place + 1 })} onClick={() => onChange(pairs.filter((_, index) => index !== place))}>
              <Icon name="close" size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Group gap={6}>
        <Button size="compact-xs" variant="default" disabled={!more} leftSection={<Icon name="plus" size={12} />} onClick={() => more && onChange([...pairs, more])}>
          {t("attack.add")}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
          {t("attack.reset")}
        </Button>
      </Group>
    </div>
  );
}

interface ColumnProps {
  label: string;
  columns: readonly LinkColumn[];
  value: string;
  onChange: (name: string) => void;
}

function Column({ label, columns, value, onChange }: ColumnProps): ReactElement {
  return (
    <NativeSelect
      size="xs"
      rightSectionWidth={22}
      styles={{ input: { paddingInlineStart: 8 } }}
      aria-label={label}
      value={value}
      data={columns.map(({ name }) => name)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
