/** A label above a field, with its `?` beside it: what explains a field is no part of its name. */
import { Group, Text } from "@mantine/core";
import { useId, type ReactElement } from "react";
import { HelpText } from "./Help";

interface LabelledProps {
  label: string;
  help: string;
  /** The word of the field for it. */
  field?: string;
  /** Draws the field under this id. */
  children: (id: string) => ReactElement;
}

export function Labelled({ label, help, field, children }: LabelledProps): ReactElement {
  const id = useId();
  return (
    <div>
      <Group gap={2} wrap="nowrap">
        <Text component="label" htmlFor={id} size="xs" fw={500}>
          {label}
        </Text>
        <HelpText title={label} text={help} field={field} />
      </Group>
      {children(id)}
    </div>
  );
}
