/** Tell something in passing, in the corner of the page: `notify({ message: t("hierarchy.applied") })`. */
import { notifications, type NotificationData } from "@mantine/notifications";
import { useCallback } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";

export function useNotify(): (notice: NotificationData) => void {
  const { t } = useLanguage();
  return useCallback(
    (notice) => void notifications.show({ closeButtonProps: { "aria-label": t("errors.close") }, ...notice }),
    [t],
  );
}
