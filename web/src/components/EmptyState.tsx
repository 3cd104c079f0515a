/** Nothing to show here, why, and what to do about it. */
import { Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

interface Props {
  icon: IconName;
  title: string;
  text?: string;
  children?: ReactNode;
}

export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <Stack align="center" justify="center" gap="sm" p="xl" mih={200} maw={520} mx="auto" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light">
        <Icon name={icon} size={26} />
      </ThemeIcon>
      <Title order={2} size="h4">
        {title}
      </Title>
      {text === undefined ? null : <Text c="dimmed">{text}</Text>}
      {children}
    </Stack>
  );
}
