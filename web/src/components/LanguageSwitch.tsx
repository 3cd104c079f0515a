/** Choose the language of the page. */
import { NativeSelect } from "@mantine/core";
import type { Language } from "@/i18n/catalogue";
import { useLanguage } from "@/i18n/LanguageProvider";
import { LANGUAGES } from "@/i18n/spoken";

export function LanguageSwitch() {
  const { t, language, setLanguage } = useLanguage();
  return (
    <NativeSelect
      size="xs"
      variant="unstyled"
      aria-label={t("app.language")}
      value={language}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      onChange={(event) => setLanguage(event.currentTarget.value as Language)}
    />
  );
}
