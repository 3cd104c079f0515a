/** Which file is written: its format, and whether its rows keep their order. */
import { Checkbox, Radio, Stack } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { useCatalogue } from "@/api/dataset";
import type { Catalogue, MeasuredView } from "@/api/types";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { ExportChoice, ExportFormat } from "../api/exporting";

export interface FileChoice {
  formats: Catalogue["formats"];
  /** The name of the format. */
  format: string | null;
  title: string;
  keepOrder: boolean;
  /** What is asked of the server; null until the formats are known. */
  wanted: ExportChoice | null;
  choose: (format: string) => void;
  keep: (order: boolean) => void;
  shuffle: () => void;
}

export function useFileChoice(view: MeasuredView): FileChoice {
  const { data: catalogue } = useCatalogue();
  const [chosen, choose] = useState<string | null>(null);
  const [keepOrder, keep] = useState(false);
  const formats = catalogue?.formats ?? [];
  const asItCame = formats.find(({ extension }) => view.name.toLowerCase().endsWith(extension));
  const format = formats.find(({ name }) => name === chosen) ?? asItCame ?? formats[0];
  return {
    formats,
    format: format?.name ?? null,
    title: format?.title ?? "",
    keepOrder,
    wanted: format ? { format: format.name as ExportFormat, keep_order: keepOrder } : null,
    choose,
    keep,
    shuffle: () => keep(false),
  };
}

interface Props {
  view: MeasuredView;
  choice: FileChoice;
  busy: boolean;
  onChange: () => void;
}

export function FileForm({ view, choice, busy, onChange }: Props): ReactElement {
  const { t } = useLanguage();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t("dashboard.export.format")}
        value={choice.format}
        onChange={(name) => {
          choice.choose(name);
          onChange();
        }}
      >
        <Stack gap={8} mt={6}>
          {choice.formats.map(({ name, title, explanation }) => (
            <Radio key={name} value={name} disabled={busy} label={title} description={explanation} />
          ))}
        </Stack>
      </Radio.Group>
      {/* A database has no order of rows that could be kept. */}
      {view.place === null && (
        <Checkbox
          label={t("dashboard.export.keepOrder")}
          description={<Explained text={t("dashboard.export.keepOrderHint")} by={<Term name="shuffle" />} />}
          checked={choice.keepOrder}
          disabled={busy}
          onChange={(event) => {
            choice.keep(event.currentTarget.checked);
            onChange();
          }}
        />
      )}
    </Stack>
  );
}
