/** What to say about an error, and what to do next: `const { message, hint } = errorWords(error, t)`. */
import { ApiError } from "@/api/client";
import type { Translate } from "@/i18n/catalogue";

interface Words {
  message: string;
  hint: string;
}

export function errorWords(error: Error, t: Translate): Words {
  if (!(error instanceof ApiError)) return { message: t("errors.unknown"), hint: t("errors.unknownHint") };
  if (error.isOffline) return { message: t("errors.offline"), hint: t("errors.offlineHint") };
  if (error.code === "cancelled") return { message: t("errors.cancelled"), hint: "" };
  return { message: error.message || t("errors.unknown"), hint: error.hint };
}
