/** Some choices as cards, one of which holds: by mouse, by touch, or with the arrow keys. */
import { Radio, Text } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import classes from "./Goal.module.css";

export interface ChoiceCard {
  value: string;
  title: string;
  text: string;
  /** In small print. */
  more?: ReactNode;
}

interface Props {
  label: string;
  value: string;
  choices: readonly ChoiceCard[];
  disabled: boolean;
  onChange: (value: string) => void;
}

export function ChoiceCards({ label, value, choices, disabled, onChange }: Props): ReactElement {
  return (
    <Radio.Group value={value} onChange={onChange} label={label} classNames={{ label: classes.question ?? "" }}>
      <div className={classes.cards}>
        {choices.map((choice) => (
          <div key={choice.value} className={classes.card} data-chosen={choice.value === value || undefined}>
            <Radio value={choice.value} disabled={disabled} label={choice.title} classNames={{ label: classes.name ?? "", body: classes.radio ?? "" }} />
            <Text size="sm">{choice.text}</Text>
            {choice.more}
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}
