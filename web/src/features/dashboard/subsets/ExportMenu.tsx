/** Picture and figures as files, made in the browser: nothing is sent anywhere. */
import { Button, Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { Icon } from "@/components/Icon";
import { useNotify } from "@/components/useNotify";
import { useLanguage } from "@/i18n/LanguageProvider";
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
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<Icon name="download" size={13} />}>
          {t("subsets.export.menu")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {drawings && (
          <>
            <Menu.Item onClick={() => saveText(`${name}.svg`, picture(), "image/svg+xml")}>{t("subsets.export.svg")}</Menu.Item>
            <Menu.Item onClick={() => void savePng()}>{t("subsets.export.png")}</Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => saveText(`${name}.json`, JSON.stringify(figures, null, 2), "application/json")}>
          {t("subsets.export.json")}
        </Menu.Item>
        <Menu.Item onClick={() => saveText(`${name}.csv`, csv(), "text/csv")}>{t("subsets.export.csv")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
