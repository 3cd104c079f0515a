/** The columns that were changed, with their values as they would be published; folded away until it is wanted. */
import { Text, UnstyledButton } from "@mantine/core";
import { useId, useState, type ReactElement } from "react";
import type { MeasuredView, RowsColumn } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { DataPane } from "../grid/DataPane";
import step from "../StepPage.module.css";
import classes from "./ChangedPreview.module.css";

const isChanged = ({ role, level }: Pick<RowsColumn, "role" | "level">): boolean => role === "quasi" && level !== 0;

export function ChangedPreview({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const id = useId();
  const changed = view.attributes.filter(isChanged).length;
  return (
    <section className={step.pane} aria-label={t("journey.safe.preview")}>
      <UnstyledButton className={classes.fold} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon name="chevron" size={16} /> <strong>{t("journey.safe.preview")}</strong>
        <Text span c="dimmed">
          {changed === 0 ? t("journey.safe.unchanged") : t("journey.safe.changed", { count: changed })}
        </Text>
      </UnstyledButton>
      <div id={id} className={classes.grid} hidden={!open}>
        {open && <DataPane view={view} columns={changed === 0 ? undefined : isChanged} />}
      </div>
    </section>
  );
}
