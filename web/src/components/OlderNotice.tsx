/** What is shown was found for another question than the one that stands there now. */
import { Alert, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Icon } from "./Icon";

export function OlderNotice({ text }: { text: string }): ReactElement {
  return (
    <Alert color="yellow" p={6} icon={<Icon name="alert" size={16} />} role="status">
      <Text size="sm" c="var(--mantine-color-text)">
        {text}
      </Text>
    </Alert>
  );
}
