/** Light, dark, or as the system has it. */
import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { useLanguage } from "@/i18n/LanguageProvider";
import { Icon } from "./Icon";

const SCHEMES = ["light", "dark", "auto"] as const;

export function ColourSchemeSwitch() {
  const { t } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme("light");
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("app.colours.label")}>
          <Icon name={shown === "dark" ? "moon" : "sun"} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`app.colours.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
