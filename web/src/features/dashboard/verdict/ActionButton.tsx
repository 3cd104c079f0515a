/** The button of a check that does what it proposes, or leads to where that is done. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { useCatalogue, useDecide } from "@/api/dataset";
import { useCachedState } from "@/api/useCachedState";
import type { CheckAction, Decision, MeasuredView } from "@/api/types";
import { usePreset } from "@/api/verdict";
import { ChangeError } from "@/components/ChangeError";
import { useLanguage } from "@/i18n/LanguageProvider";
import { FIT_WANTED } from "../automatic/choices";
import { letterOf } from "../protections/words";

interface ActionButtonProps {
  view: MeasuredView;
  action: CheckAction;
  onLeave: () => void;
  onShuffle?: () => void;
}

export function ActionButton({ view, action, onLeave, onShuffle }: ActionButtonProps): ReactElement | null {
  const label = useLabel(action, usePreset(view)?.title);
  const decide = useDecide(view.id);
  const [, goTo] = useLocation();
  const [, want] = useCachedState(view.id, FIT_WANTED, false);
  const decision = decisionOf(action);
  const leave = (go: () => void): void => {
    onLeave();
    go();
  };
  function act(): void {
    if (decision) decide.mutate(decision);
    else if (action.kind === "shuffle" && onShuffle) onShuffle();
    else leave(open);
  }
  function open(): void {
    if (action.kind === "automatic") {
      want(true);
      goTo("/safe?tab=automatic");
    } else if (action.kind === "generalize") goTo(attributeStep(action.attribute));
    else if (action.kind === "shuffle") goTo("/take");
    else goTo("/columns");
  }
  return (
    <>
      <Button size="compact-sm" variant="light" loading={decide.isPending} onClick={act}>
        {label}
      </Button>
      <ChangeError change={decide} />
    </>
  );
}

/** Where a column is made coarser by hand. */
function attributeStep(attribute: string | null | undefined): string {
  const about = new URLSearchParams({ tab: "attributes", ...(attribute == null ? {} : { attribute }) });
  return `/safe?${about.toString()}`;
}

/** What is decided at once; everything else needs a look first. */
function decisionOf({ kind, attribute, k, role, model, threshold, beside }: CheckAction): Decision | null {
  if (kind === "suppress" && k != null) return { kind, k };
  if (attribute == null) return null;
  if (kind === "assign_role" && role != null) return { kind: "role", attribute, role };
  if (kind === "person_key") return { kind: "role", attribute, role: "person" };
  if (kind === "protect" && model != null && threshold != null) return { kind, attribute, model, threshold, beside: beside ?? [] };
  return null;
}

function useLabel({ kind, attribute, k, role, model, threshold }: CheckAction, purpose: string | undefined): string {
  const { t, format } = useLanguage();
  const { data } = useCatalogue();
  const name = attribute ?? "";
  if (kind === "suppress" && k != null) return t("verdict.actions.suppress", { k });
  if (kind === "automatic") return t("automatic.fit", { purpose: purpose ?? "…" });
  if (kind === "assign_role" && attribute != null && role != null) return t("verdict.actions.role", { name, role: t(`roles.${role}`) });
  if (kind === "protect" && model != null && threshold != null) {
    const letter = letterOf(data?.promises ?? [], model);
    const value = format.decimal(threshold);
    return letter === null ? t("verdict.actions.protect", { name }) : t(`verdict.actions.${letter}`, { name, value });
  }
  if (kind === "generalize") return attribute == null ? t("verdict.actions.attributes") : t("verdict.actions.generalize", { name });
  if (kind === "person_key" && attribute != null) return t("verdict.actions.person", { name });
  if (kind === "shuffle") return t("verdict.actions.shuffle");
  return t("verdict.actions.roles");
}
