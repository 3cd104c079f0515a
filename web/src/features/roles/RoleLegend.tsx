/** What the five roles mean, and how many columns have each. */
import { Text } from "@mantine/core";
import type { ColumnView } from "@/api/types";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Roles.module.css";
import { ROLE_COLOURS, ROLES } from "./roles";

export function RoleLegend({ columns }: { columns: ColumnView[] }) {
  const { t } = useLanguage();
  return (
    <dl className={classes.legend}>
      {ROLES.map((role) => (
        <div key={role} className={classes.entry}>
          <dt>
            <span className={classes.dot} style={{ background: ROLE_COLOURS[role] }} />
            <Text component="span" fw={600} size="sm">
              {t(`roles.${role}`)}
            </Text>
            <Term name={role} />
            <Text component="span" size="sm" c="dimmed" className="numeric">
              {columns.filter((column) => column.role === role).length}
            </Text>
          </dt>
          <dd>
            <Text size="xs" c="dimmed">
              {t(`columns.meaning.${role}`)}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}
