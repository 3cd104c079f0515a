/** Two roles that both make sense for a column, one click each; the reason beside them says what follows. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { ColumnView, Role } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Roles.module.css";

interface Props {
  column: ColumnView;
  disabled: boolean;
  onChoose: (role: Role) => void;
}

export function RoleOptions({ column, disabled, onChoose }: Props): ReactElement {
  const { t } = useLanguage();
  return (
    <div role="group" aria-label={t("columns.rolesFor", { name: column.name })} className={classes.options}>
      {column.options.map(({ role, consequence }) => (
        <Button
          key={role}
          size="compact-xs"
          variant={column.role === role ? "filled" : "default"}
          aria-pressed={column.role === role}
          title={consequence}
          onClick={() => {
            if (!disabled && (column.role !== role || !column.settled)) onChoose(role);
          }}
        >
          {t(`roles.${role}`)}
        </Button>
      ))}
    </div>
  );
}
