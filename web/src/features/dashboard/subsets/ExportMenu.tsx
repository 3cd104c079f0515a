/** Picture and figures as files, made in the browser: nothing is sent anywhere. */
import type { ReactElement } from "react";
import { useNotify } from "@/components/useNotify";
import { useLanguage } from "@/i18n/LanguageProvider";
import { FilesMenu, type OfferedFile } from "./FilesMenu";
import { pngOf, save, saveText, svgOf, type Drawings } from "./pictures";

interface ExportMenuProps {
  /** What the files are called, without what tells their kind. */
  name: string;
  figures: unknown;
  csv: () => string;
  /** What is drawn now; nothing where only a table is shown. */
  drawings?: () => Drawings | null;
}

export function ExportMenu({ name, figures, csv, drawings }: ExportMenuProps): ReactElement {
  const { t } = useLanguage();
  const notify = useNotify();
  const picture = (): string => {
    const drawn = drawings?.();
    const ground = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
    return drawn ? svgOf(drawn, ground || "#ffffff") : "";
  };
  async function savePng(): Promise<void> {
    try {
      save(`${name}.png`, await pngOf(picture()));
    } catch {
      notify({ color: "red", message: t("subsets.export.failed") });
    }
  }
  const pictures: OfferedFile[] = [
    { label: t("subsets.export.svg"), onPick: () => saveText(`${name}.svg`, picture(), "image/svg+xml") },
    { label: t("subsets.export.png"), onPick: () => void savePng() },
  ];
  const tables: OfferedFile[] = [
    { label: t("subsets.export.json"), onPick: () => saveText(`${name}.json`, JSON.stringify(figures, null, 2), "application/json") },
    { label: t("subsets.export.csv"), onPick: () => saveText(`${name}.csv`, csv(), "text/csv") },
  ];
  return <FilesMenu files={drawings ? [...pictures, ...tables] : tables} />;
}
