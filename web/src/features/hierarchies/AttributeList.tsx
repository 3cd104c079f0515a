/** The quasi-identifiers to choose from, each with its number of levels. */
import { Text } from "@mantine/core";
import { Link } from "wouter";
import type { AttributeView } from "@/api/types";
import { PageTitle } from "@/components/PageTitle";
import { Explained, Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./Hierarchies.module.css";

interface Props {
  attributes: AttributeView[];
  chosen: string | undefined;
}

export function AttributeList({ attributes, chosen }: Props) {
  const { t } = useLanguage();
  return (
    <div className={classes.side}>
      <PageTitle size="h4" text={t("hierarchy.title")} />
      <Text size="sm" c="dimmed" mb="sm">
        <Explained text={t("hierarchy.lead")} by={<Term name="hierarchy" />} />
      </Text>
      <nav aria-label={t("hierarchy.attributes")} className={classes.list}>
        {attributes.map(({ name, height, level }) => (
          <Link
            key={name}
            href={`/hierarchies/${encodeURIComponent(name)}`}
            className={classes.item}
            aria-current={name === chosen ? "page" : undefined}
          >
            <span className={classes.itemName}>{name}</span>
            <span className={classes.itemDetail}>
              {t("hierarchy.levels", { count: height })}
              {level ? `, ${t("hierarchy.current", { level })}` : null}
            </span>
          </Link>
        ))}
      </nav>
    </div>
  );
}
