/** What a level is called: the last one hides the value altogether. */
import type { LevelChoice } from "@/api/types";
import type { Translate } from "@/i18n/catalogue";

export function levelLabel(choice: LevelChoice, t: Translate): string {
  return choice.label === "*" ? t("dashboard.attributes.hidden") : choice.label;
}
