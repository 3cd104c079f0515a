/** How columns of numbers are published: as ranges, or as one number for each group. */
import { Group, NativeSelect, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { HelpText } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AutomaticTab.module.css";
import { numericOf, showNumber, usualNumber, type Bounded, type GroupNumber } from "./choices";
import type { ChoicesProps } from "./WishForm";

const NUMBERS = ["mean", "median", "mode"] as const;
const RANGES = "ranges";

interface GroupNumbersProps extends ChoicesProps {
  attributes: readonly Bounded[];
}

export function GroupNumbers({ attributes, ...form }: GroupNumbersProps): ReactElement | null {
  const { t } = useLanguage();
  const numeric = numericOf(attributes);
  if (numeric.length === 0) return null;
  const title = t("automatic.numbers.title");
  return (
    <div role="group" aria-label={title}>
      <Group gap={2} wrap="nowrap">
        <Text size="xs" fw={500}>
          {title}
        </Text>
        <HelpText title={title} text={t("automatic.numbers.help")} />
      </Group>
      <div className={classes.groupNumbers}>
        {numeric.map((one) => (
          <GroupNumberSelect key={one.name} attribute={one} {...form} />
        ))}
      </div>
    </div>
  );
}

function GroupNumberSelect({ attribute, offer, choices, onChange }: ChoicesProps & { attribute: Bounded }): ReactElement {
  const { t } = useLanguage();
  const { name } = attribute;
  const usual = usualNumber(offer, choices, attribute);
  const data = [
    ...(usual === null ? [{ value: RANGES, label: t("automatic.numbers.ranges") }] : []),
    ...NUMBERS.map((value) => ({ value, label: t(`automatic.numbers.${value}`) })),
  ];
  return (
    <NativeSelect
      size="xs"
      label={name}
      value={choices.aggregate?.[name] ?? usual ?? RANGES}
      data={data}
      onChange={({ currentTarget: { value } }) => onChange(showNumber(choices, name, value === RANGES ? null : (value as GroupNumber)))}
    />
  );
}
