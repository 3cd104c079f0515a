/** Add a database server by its address; a password has no place in it. */
import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactElement, type SyntheticEvent } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useAddSource } from "../api";
import type { Source } from "../types";

interface Props {
  opened: boolean;
  onClose: () => void;
  onAdded: (source: Source) => void;
}

export function AddSource({ opened, onClose, onAdded }: Props): ReactElement {
  const { t } = useLanguage();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text component="span" fw={600}>{t("query.sources.addTitle")}</Text>}
      closeButtonProps={{ "aria-label": t("errors.close") }}
    >
      <AddForm onClose={onClose} onAdded={onAdded} />
    </Modal>
  );
}

function AddForm({ onClose, onAdded }: Omit<Props, "opened">): ReactElement {
  const { t } = useLanguage();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const add = useAddSource();
  function send(event: SyntheticEvent): void {
    event.preventDefault();
    const told = { name: name.trim() || nameOf(url), url: url.trim() };
    add.mutate(told, { onSuccess: onAdded });
  }
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <TextInput
          label={t("query.sources.url")}
          description={t("query.sources.urlHelp")}
          placeholder="postgresql://ann@db.example:5432/clinic"
          required
          maxLength={1000}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={t("query.sources.name")}
          placeholder={nameOf(url)}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed">
          {t("query.sources.kinds")} <Code>postgresql://</Code> <Code>mysql://</Code> <Code>mariadb://</Code>.{" "}
          {t("query.sources.files")}
        </Text>
        <ErrorNotice error={add.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("confirm.cancel")}
          </Button>
          <Button type="submit" loading={add.isPending} disabled={!url.trim()}>
            {t("query.sources.add")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The database in an address: `postgresql://ann@db.example/clinic` is called "clinic". */
export function nameOf(url: string): string {
  const path = /^[a-z]+:\/\/[^/]+\/([^?#]+)/i.exec(url.trim())?.[1];
  return path ? decodeURI(path) : "";
}
