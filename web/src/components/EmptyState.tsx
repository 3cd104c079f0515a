/** Nothing to show here, why, and what to do about it. */
import { Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon";
import { PageTitle } from "./PageTitle";

interface Props {
  icon: IconName;
  title: string;
  text?: string;
  /** Nothing else is on the page, so this is its heading. */
  page?: boolean;
  children?: ReactNode;
}

export function EmptyState({ icon, title, text, page = false, children }: Props) {
  return (
    <Stack align="center" justify="center" gap={page ? "sm" : 6} p={page ? "xl" : "xs"} mih={page ? 320 : 160} maw={520} mx="auto" ta="center">
      <ThemeIcon size={page ? 52 : 40} radius="xl" variant="light">
        <Icon name={icon} size={page ? 26 : 20} />
      </ThemeIcon>
      {page ? (
        <PageTitle size="h4" text={title} />
      ) : (
        <Title order={2} size="h4">
          {title}
        </Title>
      )}
      {text === undefined ? null : <Text c="dimmed">{text}</Text>}
      {children}
    </Stack>
  );
}
