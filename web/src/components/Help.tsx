/** A `?` that explains a measure or a builder as it describes itself, with its citation. */
import { ActionIcon, Popover, Stack, Text } from "@mantine/core";
import { useCatalogue } from "@/api/dataset";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Icon } from "./Icon";

interface Props {
  /** The name in the catalogue, `average_risk`. */
  name: string;
  kind?: "measure" | "builder";
}

export function Help({ name, kind = "measure" }: Props) {
  const { t } = useLanguage();
  const { data } = useCatalogue();
  const entries = kind === "measure" ? data?.measures : data?.builders;
  const entry = entries?.find((one) => one.name === name);
  return <HelpText title={entry?.title ?? name} text={entry?.explanation ?? t("help.none")} citation={entry?.citation} />;
}

/** The same `?` for a text that is not in the catalogue. */
export function HelpText({ title, text, citation }: { title: string; text: string; citation?: string }) {
  const { t } = useLanguage();
  return (
    <Popover width={320} position="bottom" withArrow shadow="md" trapFocus={false} withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" radius="xl" aria-label={t("help.about", { title })}>
          <Icon name="help" size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <Stack gap={6}>
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Text size="sm">{text}</Text>
          {citation ? (
            <Text size="xs" c="dimmed">
              {t("help.source")}: {citation}
            </Text>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
