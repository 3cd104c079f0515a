/** A file or a table that was written: what it holds, what the checks say of it, and where it is. */
import { Alert, Button, Group, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { onDownload } from "@/api/download";
import type { CheckStatus, ExportResult, MeasuredView } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useHeld } from "../protections/words";
import { ActionButton } from "../verdict/ActionButton";
import classes from "./Export.module.css";

interface ExportedProps {
  view: MeasuredView;
  result: ExportResult;
  format: string;
  onShuffle: () => void;
}

/** Green only for what passes every check. */
const LOOKS = {
  pass: { color: "green", icon: "check", title: "passes" },
  warn: { color: "orange", icon: "alert", title: "warns" },
  fail: { color: "red", icon: "alert", title: "fails" },
} as const satisfies Record<CheckStatus, unknown>;

export function Exported({ view, result, format, onShuffle }: ExportedProps): ReactElement {
  const { t, format: write } = useLanguage();
  const reached = useHeld();
  const counts = (["rows", "k"] as const).map((name) => ({ name: t(`dashboard.export.${name}`), text: write.number(result[name]) }));
  const { verdict } = result;
  const open = verdict?.checks.filter(({ status }) => status !== "pass") ?? [];
  // What a check says is not said twice.
  const warnings = (result.warnings ?? []).filter((warning) => !open.some(({ words }) => words.includes(warning) || warning.includes(words)));
  const look = LOOKS[verdict?.status ?? "warn"];
  const title = verdict ? t(`verdict.export.${look.title}`, { title: verdict.title }) : t("dashboard.export.written");
  return (
    <Alert color={look.color} icon={<Icon name={look.icon} />} title={title} role="status">
      {result.table != null && <Text size="sm">{t("dashboard.export.inDatabase", { table: result.table })}</Text>}
      <Table fz="sm" verticalSpacing={3} className="numeric" aria-label={title}>
        <Table.Tbody>
          {[...counts, ...reached(result.held ?? [])].map(({ name, text }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td ta="right">
                <strong>{text}</strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ul className={classes.failing}>
        {open.map(({ name, title: check, words, action }) => (
          <li key={name}>
            <strong>{check}:</strong> {words}
            {action?.kind === "shuffle" && <ActionButton view={view} action={action} onLeave={onShuffle} onShuffle={onShuffle} />}
          </li>
        ))}
      </ul>
      {warnings.map((warning) => (
        <Text key={warning} size="sm" mt="xs">
          {warning}
        </Text>
      ))}
      {result.download != null && (
        <Group justify="flex-end" mt="xs">
          <Button component="a" href={result.download} download onClick={onDownload} leftSection={<Icon name="download" />} data-autofocus>
            {t("dashboard.export.download", { format })}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
