/** A file that was written and checked: what it holds, and the link to it. */
import { Alert, Button, Group, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { ExportResult } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useHeld } from "../protections";

export function Exported({ result, format }: { result: ExportResult; format: string }): ReactElement {
  const { t, format: write } = useLanguage();
  const reached = useHeld();
  const counts = (["rows", "k"] as const).map((name) => ({ name: t(`dashboard.export.${name}`), text: write.number(result[name]) }));
  return (
    <Alert color="green" icon={<Icon name="check" />} title={t("dashboard.export.verified")} role="status">
      <Table fz="sm" verticalSpacing={3} className="numeric" aria-label={t("dashboard.export.verified")}>
        <Table.Tbody>
          {[...counts, ...reached(result.held)].map(({ name, text }) => (
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
      {result.warnings?.map((warning) => (
        <Text key={warning} size="sm" mt="xs">
          {warning}
        </Text>
      ))}
      <Group justify="flex-end" mt="xs">
        <Button component="a" href={result.download} download leftSection={<Icon name="download" />} data-autofocus>
          {t("dashboard.export.download", { format })}
        </Button>
      </Group>
    </Alert>
  );
}
