/** Whoever came from linked releases to try a step finds the way back, before and after it is applied. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import type { MeasuredView } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./AttributesTab.module.css";

export function LinkedNotice({ view }: { view: MeasuredView }): ReactElement | null {
  const { t } = useLanguage();
  const [asked] = useSearchParams();
  const linked = asked.get("linked");
  if (linked === null) return null;
  const attribute = asked.get("attribute") ?? "";
  const level = Number(asked.get("level"));
  const applied = (view.attributes.find(({ name }) => name === attribute)?.level ?? 0) >= level;
  return (
    <section className={classes.remedy} aria-label={t("linked.repair.notice")}>
      <Icon name={applied ? "check" : "merge"} size={15} />
      <div role="status">{t(applied ? "linked.repair.applied" : "linked.repair.trying", { attribute, level })}</div>
      <Button component={Link} href={`~/linked?data=${encodeURIComponent(linked)}&tab=whatif`} size="compact-sm" variant={applied ? "filled" : "default"}>
        {t("linked.repair.back")}
      </Button>
    </section>
  );
}
