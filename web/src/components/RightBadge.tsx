/** What somebody may do with data that others shared with them: `<RightBadge right={view.right} />`. */
import { Badge, Tooltip } from "@mantine/core";
import type { ReactElement } from "react";
import type { DatasetView } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import { FOCUSABLE } from "./focusable";
import { Icon } from "./Icon";

/** Nothing is shown to whoever owns the data. */
export function RightBadge({ right }: { right: DatasetView["right"] | undefined }): ReactElement | null {
  const { t } = useLanguage();
  if (right === undefined || right === "own") return null;
  const text = t(`place.shared.${right}Text`);
  return (
    <Tooltip multiline w={300} label={text} events={{ hover: true, focus: true, touch: true }}>
      <Badge
        role="group"
        aria-label={`${t(`place.shared.${right}`)}. ${text}`}
        variant="light"
        color="gray"
        radius="sm"
        tt="none"
        leftSection={<Icon name="lock" size={12} />}
        {...FOCUSABLE}
      >
        {t(`place.shared.${right}`)}
      </Badge>
    </Tooltip>
  );
}
