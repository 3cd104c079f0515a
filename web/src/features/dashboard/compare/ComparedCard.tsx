/** One attribute: how its values were spread, and how they are now. */
import { Badge, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { ComparedAttribute } from "@/api/types";
import { highestBar, SideBars } from "@/charts/SideBars";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import classes from "./CompareTab.module.css";

export function ComparedCard({ attribute }: { attribute: ComparedAttribute }): ReactElement {
  const { t, format } = useLanguage();
  const figures = useFigures();
  const { name, role, level, title, loss, before, after } = attribute;
  const highest = highestBar(before, after);
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.cardHead}>
        <h2>{name}</h2>
        {role !== "quasi" && (
          <Badge size="xs" variant="default" tt="none">
            {t(role === "sensitive" ? "dashboard.compare.roleSensitive" : "dashboard.compare.roleInsensitive")}
          </Badge>
        )}
        <Text size="xs" c="dimmed">
          {level === 0 ? t("dashboard.compare.unchanged") : title === "*" ? t("dashboard.attributes.hidden") : title}
        </Text>
        <span className={classes.loss}>{t("dashboard.compare.loss", { loss: figures.percent(loss) })}</span>
      </div>
      <div className={classes.sides}>
        {(["before", "after"] as const).map((side) => (
          <div key={side}>
            <p className={classes.side}>{t(`dashboard.compare.${side}`)}</p>
            <SideBars
              bars={side === "before" ? before : after}
              name={t(`dashboard.compare.${side}Of`, { name })}
              highest={highest}
              restName={t("dashboard.compare.rest")}
              rowsText={format.number}
            />
          </div>
        ))}
      </div>
    </article>
  );
}
