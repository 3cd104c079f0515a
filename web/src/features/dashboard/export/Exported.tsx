/** A file that was written and checked: what it holds, and the link to it. */
import { Alert, Button, Group, Table } from "@mantine/core";
import type { ReactElement } from "react";
import type { ExportResult } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { ExportFormat } from "../api/exporting";

export function Exported({ result, format }: { result: ExportResult; format: ExportFormat }): ReactElement {
  const { t, language } = useLanguage();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const held = (["rows", "k", "l", "t"] as const).flatMap((name) => {
    const value = result[name];
    return value === null ? [] : [[t(`dashboard.export.${name}`), number.format(value)] as const];
  });
  return (
    <Alert color="green" icon={<Icon name="check" />} title={t("dashboard.export.verified")} role="status">
      <Table fz="sm" verticalSpacing={3} className="numeric" aria-label={t("dashboard.export.verified")}>
        <Table.Tbody>
          {held.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td ta="right">
                <strong>{value}</strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" mt="xs">
        <Button component="a" href={result.download} download leftSection={<Icon name="download" />} data-autofocus>
          {t("dashboard.export.download", { format: t(`dashboard.export.${format}`) })}
        </Button>
      </Group>
    </Alert>
  );
}
