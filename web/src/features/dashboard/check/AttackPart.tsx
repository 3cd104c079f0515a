/** The attack with the original table, which runs by itself; and with a list of people, on a page of its own. */
import { Button, Group } from "@mantine/core";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { isEmbedded } from "@/api/embedding";
import type { MeasuredView } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { FOCUSABLE } from "@/components/focusable";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "./CheckPage.module.css";
import { OwnAttackCard, OwnAttackState } from "./OwnAttackCard";

export function AttackPart({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.scroll} role="group" aria-label={t("journey.check.tabs.attack")} {...FOCUSABLE}>
      <OwnAttackState view={view}>{(attack) => <OwnAttackCard attack={attack} />}</OwnAttackState>
      {isEmbedded() ? null : <ListAttack id={view.id} />}
    </div>
  );
}

/** The way to the attack with a list, on a page that a frame does not have. */
function ListAttack({ id }: { id: string }): ReactElement {
  const { t } = useLanguage();
  return (
    <EmptyState icon="search" title={t("journey.check.attackTitle")} text={t("journey.check.attackText")}>
      <Group gap={4} justify="center" wrap="nowrap">
        <Button component={Link} href={`~/linked?data=${encodeURIComponent(id)}&tab=attack`} variant="light">
          {t("journey.check.attackOpen")}
        </Button>
        <Term name="attack" />
      </Group>
    </EmptyState>
  );
}
