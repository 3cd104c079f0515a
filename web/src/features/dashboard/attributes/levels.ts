/** What a level is called: the last one hides the value altogether. */
import type { Translate } from "@/i18n/catalogue";

export function levelLabel(label: string, t: Translate): string {
  return label === "*" ? t("dashboard.attributes.hidden") : label;
}
