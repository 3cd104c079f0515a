/** Files to take along: made in the browser, or written by the server. */
import { Button, Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { onDownload } from "@/api/download";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";

/** At an address of the server, or made once it is picked. */
export type OfferedFile = { label: string; address: string; name: string } | { label: string; onPick: () => void };

export function FilesMenu({ heading, files }: { heading?: string; files: readonly OfferedFile[] }): ReactElement {
  const { t } = useLanguage();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<Icon name="download" size={13} />}>
          {t("subsets.export.menu")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {heading !== undefined && <Menu.Label>{heading}</Menu.Label>}
        {files.map((file) =>
          "address" in file ? (
            <Menu.Item key={file.label} component="a" href={file.address} download={file.name} onClick={onDownload}>
              {file.label}
            </Menu.Item>
          ) : (
            <Menu.Item key={file.label} onClick={file.onPick}>
              {file.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
