/** Add a database: a server by its address, in which a password has no place, or a file. */
import { Button, Code, Group, Modal, NativeSelect, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactElement, type SyntheticEvent } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useAddSource } from "../api";
import type { Source } from "@/api/types";
import { AddFile } from "./AddFile";
import { ENGINES, engineOf, EXAMPLES, nameOf, type EngineName } from "./engines";
import classes from "./Sources.module.css";

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
  const [chosen, setChosen] = useState<EngineName>("postgresql");
  const add = useAddSource();
  const engine = engineOf(url) ?? chosen;
  function send(event: SyntheticEvent): void {
    event.preventDefault();
    const told = { name: name.trim() || nameOf(url), url: url.trim() };
    add.mutate(told, { onSuccess: onAdded });
  }
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <NativeSelect
          label={t("query.sources.engine")}
          value={engine}
          data={ENGINES.map((value) => ({ value, label: t(`query.sources.engines.${value}.title`) }))}
          onChange={(event) => {
            setChosen(event.currentTarget.value as EngineName);
            // The address of another engine is of no use for this one.
            if (engineOf(url)) setUrl("");
          }}
        />
        <TextInput
          label={t("query.sources.url")}
          description={
            <>
              {t(`query.sources.engines.${engine}.address`)} {t("query.sources.urlHelp")} {t("query.sources.example")}{" "}
              <Code className={classes.example}>{EXAMPLES[engine]}</Code>
            </>
          }
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
          {t("place.stays")}
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
