/** Files that the server writes, to take along. */
import { Button, Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";

interface FilesMenuProps {
  files: readonly { label: string; address: string; name: string }[];
}

export function FilesMenu({ files }: FilesMenuProps): ReactElement {
  const { t } = useLanguage();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<Icon name="download" size={13} />}>
          {t("subsets.export.menu")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("subsets.export.all")}</Menu.Label>
        {files.map(({ label, address, name }) => (
          <Menu.Item key={name} component="a" href={address} download={name}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
