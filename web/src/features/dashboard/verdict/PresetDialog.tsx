/** The limits of a preset with their sources; changed, they are kept under a name of one's own. */
import { Button, Group, Modal, NumberInput, Stack, Table, Text, TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useCatalogue } from "@/api/dataset";
import type { Preset } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useDeletePreset, useSavePreset } from "./api";
import { unitOf } from "./units";
import classes from "./Verdict.module.css";

interface PresetDialogProps {
  opened: boolean;
  preset: Preset;
  onClose: () => void;
  onChoose: (name: string) => void;
}

export function PresetDialog({ opened, preset, onClose, onChoose }: PresetDialogProps): ReactElement {
  const { t } = useLanguage();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={680}
      title={<Text component="span" fw={600}>{t("verdict.limitsOf", { title: preset.title })}</Text>}
      closeButtonProps={{ "aria-label": t("errors.close") }}
    >
      <Stack gap="sm">
        <Text size="sm">
          <Explained text={preset.explanation} by={<Term name="limit" />} />
        </Text>
        <Form preset={preset} onClose={onClose} onChoose={onChoose} />
        <Text size="xs" c="dimmed">
          {preset.note}
        </Text>
      </Stack>
    </Modal>
  );
}

function Form({ preset, onClose, onChoose }: Omit<PresetDialogProps, "opened">): ReactElement {
  const { t } = useLanguage();
  const save = useSavePreset();
  const remove = useDeletePreset();
  const [title, setTitle] = useState(preset.own ? preset.title : "");
  const [limits, setLimits] = useState<Record<string, number | "">>(() => Object.fromEntries(preset.limits.map(({ check, value }) => [check, value])));
  const full = Object.values(limits).every((value) => value !== "");
  function keep(): void {
    const name = nameOf(title);
    save.mutate(
      { name, title: title.trim(), limits: limits as Record<string, number> },
      {
        onSuccess: () => {
          onChoose(name);
          onClose();
        },
      },
    );
  }
  // Another preset is chosen then and this form gone with it: what follows must not depend on it.
  const discard = (): void => void remove.mutateAsync(preset.name).then(onClose, () => undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <Stack gap="sm">
        <LimitTable preset={preset} limits={limits} onChange={(check, value) => setLimits({ ...limits, [check]: value })} />
        <Group align="flex-end" gap="sm">
          <TextInput
            size="xs"
            flex={1}
            label={t("verdict.ownName")}
            description={t("verdict.ownHint")}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button size="xs" type="submit" loading={save.isPending} disabled={!nameOf(title) || !full}>
            {t("verdict.save")}
          </Button>
          {preset.own && (
            <Button size="xs" variant="default" loading={remove.isPending} onClick={discard}>
              {t("verdict.delete")}
            </Button>
          )}
        </Group>
        <ErrorNotice error={save.error ?? remove.error} onClose={save.error ? save.reset : remove.reset} />
      </Stack>
    </form>
  );
}

interface LimitTableProps {
  preset: Preset;
  limits: Record<string, number | "">;
  onChange: (check: string, value: number | "") => void;
}

function LimitTable({ preset, limits, onChange }: LimitTableProps): ReactElement {
  const { t } = useLanguage();
  const { data } = useCatalogue();
  const title = (check: string): string => data?.checks.find(({ name }) => name === check)?.title ?? check;
  return (
    <Table fz="xs" verticalSpacing={4} className={classes.limits} aria-label={t("verdict.limitsOf", { title: preset.title })}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("verdict.check")}</Table.Th>
          <Table.Th scope="col" w={110}>
            {t("verdict.limit")}
          </Table.Th>
          <Table.Th scope="col">{t("verdict.source")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {preset.limits.map(({ check, source }) => (
          <Table.Tr key={check}>
            <Table.Th scope="row">{title(check)}</Table.Th>
            <Table.Td>
              <NumberInput
                size="xs"
                hideControls
                min={0}
                suffix={unitOf(check) === "percent" ? " %" : ""}
                aria-label={title(check)}
                value={limits[check] ?? ""}
                onChange={(value) => onChange(check, typeof value === "number" ? value : "")}
              />
            </Table.Td>
            <Table.Td c="dimmed">{source}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What a preset is called in an address: "Our clinic, 2026" is `our-clinic-2026`. */
export function nameOf(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "");
}
