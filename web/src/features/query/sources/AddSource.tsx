/** Add a database: a server by its address, in which a password has no place, or a file. */
import { Button, Code, Group, Modal, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactElement, type SyntheticEvent } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useAddSource } from "../api";
import type { Source } from "@/api/types";
import { AddFile } from "./AddFile";

interface Props {
  opened: boolean;
  onClose: () => void;
  onAdded: (source: Source) => void;
}

const KINDS = ["server", "file"] as const;
type Kind = (typeof KINDS)[number];

export function AddSource({ opened, onClose, onAdded }: Props): ReactElement {
  const { t } = useLanguage();
  const [kind, setKind] = useState<Kind>("server");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Text component="span" fw={600}>{t("query.sources.addTitle")}</Text>}
      closeButtonProps={{ "aria-label": t("errors.close") }}
    >
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          size="sm"
          aria-label={t("query.sources.kindOf")}
          value={kind}
          data={KINDS.map((value) => ({ value, label: t(`query.sources.kind.${value}`) }))}
          onChange={setKind}
        />
        {kind === "server" ? <AddServer onClose={onClose} onAdded={onAdded} /> : <AddFile onAdded={onAdded} />}
      </Stack>
    </Modal>
  );
}

function AddServer({ onClose, onAdded }: Omit<Props, "opened">): ReactElement {
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
          {t("query.sources.kinds")} <Code>postgresql://</Code> <Code>mysql://</Code> <Code>mariadb://</Code>
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
  return path ? decoded(path) : "";
}

/** While somebody types, a percent sign may stand alone. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
