/** Where the rows of a data set stay, and what leaves that place: `<PlaceBadge place={view.place} />`. */
import { Badge, Tooltip } from "@mantine/core";
import type { ReactElement } from "react";
import { useLanguage } from "@/i18n/LanguageProvider";
import { FOCUSABLE } from "./focusable";
import { Icon } from "./Icon";
import classes from "./PlaceBadge.module.css";

/** Nothing is shown for data that is kept here. */
export function PlaceBadge({ place }: { place: string | null | undefined }): ReactElement | null {
  const { t } = useLanguage();
  if (place == null) return null;
  return (
    <Tooltip multiline w={300} label={`${place}. ${t("place.stays")}`} events={{ hover: true, focus: true, touch: true }}>
      <Badge
        role="group"
        aria-label={`${place}. ${t("place.stays")}`}
        variant="light"
        color="gray"
        radius="sm"
        leftSection={<Icon name="database" size={12} />}
        className={classes.badge}
        {...FOCUSABLE}
      >
        {place}
      </Badge>
    </Tooltip>
  );
}
