/** For each attribute its weight, and the levels between which it must stay. */
import { NativeSelect, NumberInput, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { bound, boundsOf, canWeigh, given, isWithin, LIMITS, type Bounded } from "./choices";
import type { ChoicesProps } from "./WishForm";

interface BoundsTableProps extends ChoicesProps {
  attributes: readonly Bounded[];
}

export function BoundsTable({ attributes, ...form }: BoundsTableProps): ReactElement {
  const { t } = useLanguage();
  const weighed = canWeigh(form.offer, form.choices);
  return (
    <div>
      <Table fz="xs" verticalSpacing={2} horizontalSpacing={6} stickyHeader aria-label={t("automatic.bounds.title")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("automatic.bounds.attribute")}</Table.Th>
            <Table.Th scope="col">{t("automatic.bounds.weight")}</Table.Th>
            <Table.Th scope="col">{t("automatic.bounds.lowest")}</Table.Th>
            <Table.Th scope="col">{t("automatic.bounds.highest")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {attributes.map((one) => (
            <BoundsRow key={one.name} attribute={one} weighed={weighed} {...form} />
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed" mt={4}>
        {t(weighed ? "automatic.bounds.hint" : "automatic.bounds.noWeights")}
      </Text>
    </div>
  );
}

interface BoundsRowProps extends ChoicesProps {
  attribute: Bounded;
  weighed: boolean;
}

function BoundsRow({ attribute, weighed, choices, onChange }: BoundsRowProps): ReactElement {
  const { t } = useLanguage();
  const { name, height } = attribute;
  const { weight, lowest, highest } = boundsOf(choices, attribute);
  const ranked = Object.keys(choices.weights).length === 0;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {name}
      </Table.Th>
      <Table.Td>
        <NumberInput
          size="xs"
          w={110}
          min={LIMITS.weight[0]}
          max={LIMITS.weight[1]}
          clampBehavior="none"
          error={weighed && !isWithin("weight", weight)}
          step={0.5}
          decimalScale={3}
          allowNegative={false}
          disabled={!weighed}
          aria-label={t("automatic.bounds.weightOf", { name })}
          placeholder={ranked ? t("automatic.bounds.byRank") : "1"}
          value={weight ?? ""}
          onChange={given((to) => onChange(bound(choices, attribute, { weight: to })))}
        />
      </Table.Td>
      <Table.Td>
        <LevelSelect
          name={t("automatic.bounds.lowestOf", { name })}
          from={0}
          to={highest}
          value={lowest}
          onChange={(level) => onChange(bound(choices, attribute, { lowest: level }))}
        />
      </Table.Td>
      <Table.Td>
        <LevelSelect
          name={t("automatic.bounds.highestOf", { name })}
          from={lowest}
          to={height}
          value={highest}
          onChange={(level) => onChange(bound(choices, attribute, { highest: level }))}
        />
      </Table.Td>
    </Table.Tr>
  );
}

interface LevelSelectProps {
  name: string;
  from: number;
  to: number;
  value: number;
  onChange: (level: number) => void;
}

function LevelSelect({ name, from, to, value, onChange }: LevelSelectProps): ReactElement {
  const { t } = useLanguage();
  const levels = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (
    <NativeSelect
      size="xs"
      w={120}
      aria-label={name}
      value={String(value)}
      data={levels.map((level) => ({ value: String(level), label: level === 0 ? t("automatic.bounds.asIs") : String(level) }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
