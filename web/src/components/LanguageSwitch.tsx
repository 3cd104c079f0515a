/** Choose the language of the page. */
import { NativeSelect } from "@mantine/core";
import { useLanguage } from "@/i18n/LanguageProvider";
import { LANGUAGES } from "@/i18n/language";

export function LanguageSwitch() {
  const { t, language, setLanguage } = useLanguage();
  return (
    <NativeSelect
      size="xs"
      variant="unstyled"
      aria-label={t("app.language")}
      value={language}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      onChange={(event) => setLanguage(event.currentTarget.value)}
    />
  );
}
