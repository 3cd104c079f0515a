/** Choose the role of one column; where it differs from the guess, the guess is one click away. */
import { NativeSelect, Text, UnstyledButton } from "@mantine/core";
import type { ColumnView, Role } from "@/api/types";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Roles.module.css";
import { ROLE_COLOURS, ROLES } from "./roles";

interface Props {
  column: ColumnView;
  disabled: boolean;
  onChange: (role: Role) => void;
}

export function RoleSelect({ column, disabled, onChange }: Props) {
  const { t } = useLanguage();
  const { name, role, guessed_role } = column;
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={t("columns.roleOf", { name })}
        value={role}
        aria-disabled={disabled}
        data={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
        leftSection={<span className={classes.dot} style={{ background: ROLE_COLOURS[role] }} />}
        // Not disabled while a change is on its way: the keyboard would lose its place.
        onChange={(event) => {
          if (!disabled) onChange(event.currentTarget.value as Role);
        }}
      />
      {role === guessed_role ? null : (
        <UnstyledButton
          className={classes.restore}
          disabled={disabled}
          aria-label={`${t("columns.guessed", { role: t(`roles.${guessed_role}`) })}. ${t("columns.restore", { name })}`}
          onClick={() => onChange(guessed_role)}
        >
          <Text size="xs" component="span">
            ↺ {t("columns.guessed", { role: t(`roles.${guessed_role}`) })}
          </Text>
        </UnstyledButton>
      )}
    </>
  );
}
