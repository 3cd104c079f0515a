/** The hierarchy as rules, level by level: `{a, b} => c`; to be read, changed, loaded and saved. */
import { Button, FileButton, Group, Modal, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { Icon } from "./Icon";
import { useCachedInput } from "@/api/useCachedState";
import { useLanguage } from "@/i18n/LanguageProvider";

interface Props {
  attribute: string;
  rules: string;
  disabled: boolean;
  /** What opens it, if not the rules of a hierarchy that is there. */
  button?: string;
  onUse: (rules: string) => void;
}

export function RulesDialog({ attribute, rules, disabled, button, onUse }: Props) {
  const { t } = useLanguage();
  const [opened, open] = useState(false);
  // What was typed stays until it was used without an error, or the rules are others.
  const [text, setText] = useCachedInput("rules", `${attribute}\n${rules}`, rules);
  const close = (): void => open(false);
  const read = (file: File | null): void => {
    if (file) void file.text().then(setText);
  };
  return (
    <>
      {/* Where the focus comes back to: a button that is really disabled could not take it. */}
      <Button variant="default" size="xs" data-disabled={disabled || undefined} aria-disabled={disabled} onClick={() => open(!disabled)}>
        {button ?? t("hierarchy.rules")}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t("hierarchy.rulesOf", { name: attribute })}
        size="lg"
        closeButtonProps={{ "aria-label": t("hierarchy.rulesClose") }}
      >
        <Text size="sm" c="dimmed" mb="xs">
          {t("hierarchy.rulesLead", { rule: "{a, b} => c" })}
        </Text>
        <Textarea
          aria-label={t("hierarchy.rulesOf", { name: attribute })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: "monospace" } }}
        />
        <Group mt="md" gap="xs">
          <FileButton accept=".txt,.csv,text/plain,text/csv" onChange={read} inputProps={{ "aria-label": t("hierarchy.rulesLoad") }}>
            {(props) => (
              <Button {...props} variant="default" size="xs" leftSection={<Icon name="upload" size={14} />}>
                {t("hierarchy.rulesLoad")}
              </Button>
            )}
          </FileButton>
          <Button
            component="a"
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={14} />}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`rules_${attribute}.txt`}
          >
            {t("hierarchy.rulesSave")}
          </Button>
          <Button
            size="xs"
            ml="auto"
            disabled={!text.trim()}
            onClick={() => {
              onUse(text);
              close();
            }}
          >
            {t("hierarchy.rulesUse")}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
