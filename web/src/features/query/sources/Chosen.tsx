/** What can be done with what is chosen in the tree: unlock, remove, add to the query. */
import { Button, Group, Text, TextInput } from "@mantine/core";
import { useId, useState, type ReactElement, type SyntheticEvent } from "react";
import { asksForPassword } from "@/api/sources";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { ErrorNotice } from "@/components/ErrorNotice";
import { PasswordForm } from "@/components/PasswordForm";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRemoveSource, useSchemas, useTables } from "../api";
import type { Source } from "@/api/types";
import type { Place, TablePlace } from "../types";
import classes from "./Sources.module.css";
import { keyOf } from "./tree";

interface Props {
  place: Place | null;
  /** The name that a table would have in the query. */
  proposed: string;
  busy: boolean;
  onAdd: (place: Place, name: string) => void;
  onDataset: (place: TablePlace) => void;
  onOpened: (place: Place) => void;
  onRemoved: () => void;
}

export function Chosen({ place, proposed, busy, onAdd, onDataset, onOpened, onRemoved }: Props): ReactElement | null {
  const { t } = useLanguage();
  const held = useHeldFocus();
  if (place === null || place.kind === "column") return null;
  return (
    <div className={classes.chosen} {...held}>
      {place.kind === "source" ? (
        <SourceActions key={place.source.id} source={place.source} onOpened={() => onOpened(place)} onRemoved={onRemoved} />
      ) : place.kind === "schema" ? (
        <SchemaTrouble place={place} />
      ) : (
        <>
          <AddForm key={`${keyOf(place)} ${proposed}`} proposed={proposed} busy={busy} onAdd={(name) => onAdd(place, name)} />
          {place.kind === "table" && !isFile(place.source) ? <Note text={t("query.tables.copied")} /> : null}
          {place.kind === "table" ? (
            <TableActions place={place} busy={busy} onDataset={() => onDataset(place)} />
          ) : null}
        </>
      )}
    </div>
  );
}

interface TableActionsProps {
  place: TablePlace;
  busy: boolean;
  onDataset: () => void;
}

/** Open a table as a data set; of a server it stays there, which is said before. */
function TableActions({ place, busy, onDataset }: TableActionsProps): ReactElement {
  const { t } = useLanguage();
  const note = useId();
  const stays = !isFile(place.source);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        className={classes.open}
        disabled={busy}
        aria-describedby={stays ? note : undefined}
        onClick={onDataset}
      >
        {t("query.tables.dataset")}
      </Button>
      {stays ? <Note id={note} text={t("place.stays")} /> : null}
    </>
  );
}

function Note({ id, text }: { id?: string; text: string }): ReactElement {
  return (
    <Text size="xs" c="dimmed" id={id}>
      {text}
    </Text>
  );
}

interface SourceActionsProps {
  source: Source;
  onOpened: () => void;
  onRemoved: () => void;
}

function SourceActions({ source, onOpened, onRemoved }: SourceActionsProps): ReactElement {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  const [changing, setChanging] = useState(false);
  const removal = useRemoveSource();
  // Asked for by the tree, shown here.
  const { error, refetch, isFetched } = useSchemas(source.id, false);
  const locked = asksForPassword(error);
  return (
    <>
      {source.uploaded ? (
        <Text size="xs" c="dimmed" className={classes.file}>
          {t("query.sources.uploaded", { name: source.url })}
        </Text>
      ) : (
        <span className={classes.address}>{source.url}</span>
      )}
      {locked || changing ? (
        <PasswordForm
          source={source.id}
          label={t("query.sources.password", { name: source.name })}
          onUnlocked={() => {
            setChanging(false);
            onOpened();
          }}
        />
      ) : (
        <ErrorNotice error={error} title={t("query.sources.failed")} onRetry={() => void refetch()} />
      )}
      <Group gap={6}>
        {locked || changing || isFile(source) ? null : (
          <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
            {t("query.sources.givePassword")}
          </Button>
        )}
        {isFetched && !error ? (
          <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
            {t("query.sources.refresh")}
          </Button>
        ) : null}
        {source.configured ? (
          <Text size="xs" c="dimmed">
            {t("query.sources.configured")}
          </Text>
        ) : (
          <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
            {t("query.sources.remove")}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t("query.sources.removeTitle", { name: source.name })}
        text={t(source.uploaded ? "query.sources.removeFileText" : "query.sources.removeText")}
        action={t("query.sources.remove")}
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate(source.id, { onSuccess: onRemoved })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** A file asks for no password. */
const isFile = ({ kind }: Source): boolean => ["duckdb", "sqlite", "file"].includes(kind);

function SchemaTrouble({ place }: { place: Extract<Place, { kind: "schema" }> }): ReactElement | null {
  const { t } = useLanguage();
  const { error, refetch } = useTables(place.source.id, place.schema, false);
  return <ErrorNotice error={error} title={t("query.sources.failed")} onRetry={() => void refetch()} />;
}

interface AddFormProps {
  proposed: string;
  busy: boolean;
  onAdd: (name: string) => void;
}

function AddForm({ proposed, busy, onAdd }: AddFormProps): ReactElement {
  const { t } = useLanguage();
  const [name, setName] = useState(proposed);
  function send(event: SyntheticEvent): void {
    event.preventDefault();
    onAdd(name.trim());
  }
  return (
    <form onSubmit={send} className={classes.addForm}>
      <TextInput
        size="xs"
        label={t("query.tables.name")}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" disabled={busy || !name.trim()}>
        {t("query.tables.add")}
      </Button>
    </form>
  );
}
