/** A distance as the language writes it: `0.125`. */
import { useLanguage } from "@/i18n/LanguageProvider";

export function useDistance(): (value: number) => string {
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  return (value) => format.format(value);
}
