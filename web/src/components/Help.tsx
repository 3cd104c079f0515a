/** A `?` that explains a measure or a builder as it describes itself, with its citation. */
import { ActionIcon, Popover, Stack, Text } from "@mantine/core";
import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
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

/** The same `?` for a text that is not in the catalogue; Escape closes it and nothing around it, and so does leaving it. */
export function HelpText({ title, text, citation }: { title: string; text: string; citation?: string }) {
  const { t } = useLanguage();
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    setOpened(false);
    target.current?.focus();
  };
  const closeOnLeave = ({ relatedTarget }: FocusEvent): void => {
    const stays = [target, dropdown].some(({ current }) => current?.contains(relatedTarget));
    if (!stays) setOpened(false);
  };
  // A dialog around it leaves Escape alone where this is set.
  const closing = { onKeyDown: closeOnEscape, onBlur: closeOnLeave, "data-mantine-stop-propagation": opened || undefined };
  return (
    <Popover width={320} position="bottom" withArrow shadow="md" trapFocus={false} closeOnEscape={false} withinPortal opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          size="sm"
          radius="xl"
          aria-label={t("help.about", { title })}
          onClick={() => setOpened(!opened)}
          {...closing}
        >
          <Icon name="help" size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} aria-label={title} {...closing}>
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
