/** Ranked next steps: each attribute with its levels and their exact effect, tried before applied. */
import { useEffect, useRef, type ReactElement, type RefObject } from "react";
import { useSearchParams } from "wouter";
import { useDecide } from "@/api/dataset";
import type { MeasuredView, Recommendations } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ChangeError } from "@/components/ChangeError";
import { useHeldFocus } from "@/components/useHeldFocus";
import { Term } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useRecommendations } from "../api/derived";
import { RecodedNotice, recodingOf } from "../automatic/RecodedNotice";
import { GAUGES } from "@/charts/useFigures";
import { PaneState } from "../PaneState";
import { ProtectionLine } from "../protections/ProtectionLine";
import { leakIn } from "../subsets/remedy";
import { AttributeStep } from "./AttributeStep";
import classes from "./AttributesTab.module.css";
import { LinkedNotice } from "./LinkedNotice";
import { RemedyNotice } from "./RemedyNotice";

export function AttributesTab({ view }: { view: MeasuredView }): ReactElement {
  const query = useRecommendations(view.id, view.revision);
  const recoding = recodingOf(view);
  if (recoding) return <RecodedNotice view={view} recoding={recoding} />;
  return <PaneState query={query}>{(data) => <Ranking view={view} advice={data} />}</PaneState>;
}

function Ranking({ view, advice }: { view: MeasuredView; advice: Recommendations }): ReactElement {
  const decide = useDecide(view.id);
  const held = useHeldFocus();
  const list = useSoughtStep();
  const [asked, ask] = useSearchParams();
  const leak = leakIn(asked);
  if (advice.generalizations.length === 0) {
    return (
      <div className={classes.ranking}>
        <LinkedNotice view={view} />
        <ProtectionLine view={view} />
        <NothingToRaise />
      </div>
    );
  }
  return (
    <div className={classes.ranking} {...held}>
      <ChangeError change={decide} />
      <LinkedNotice view={view} />
      {leak && <RemedyNotice key={asked.toString()} view={view} leak={leak} onClose={() => ask({ tab: "attributes" }, { replace: true })} />}
      <ProtectionLine view={view} />
      <ColumnNames people={view.risk.persons != null} />
      <ol ref={list} className={classes.list}>
        {advice.generalizations.map((step, index) => (
          <AttributeStep
            // A level that was tried is forgotten once the state is another.
            key={`${step.attribute} ${JSON.stringify(advice.state)} ${advice.k}`}
            datasetId={view.id}
            revision={view.revision}
            step={step}
            rank={index + 1}
            now={advice.now}
            busy={decide.isPending}
            wanted={step.attribute === asked.get("attribute") ? Number(asked.get("level")) : undefined}
            onApply={(level) => decide.mutate({ kind: "generalize", attribute: step.attribute, level })}
          />
        ))}
      </ol>
    </div>
  );
}

/** Whoever comes for one attribute (`?tab=attributes&attribute=age`) finds its step in sight and focused. */
function useSoughtStep(): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const [asked] = useSearchParams();
  const sought = asked.get("attribute");
  useEffect(() => {
    const steps = Array.from(list.current?.children ?? []);
    const step = steps.find((one) => one.getAttribute("data-attribute") === sought);
    if (step instanceof HTMLElement) step.focus();
  }, [sought]);
  return list;
}

function ColumnNames({ people }: { people: boolean }): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={`${classes.step} ${classes.columnNames}`}>
      <span className={classes.hint}>
        <span aria-hidden="true">{t("dashboard.attributes.hint")}</span> <Term name="generalize" />
      </span>
      {GAUGES.map((name) => (
        <span key={name} aria-hidden="true">
          {t(`dashboard.gauges.${name}`)} %
        </span>
      ))}
      <span aria-hidden="true">{t(people ? "dashboard.distribution.briefPeople" : "dashboard.distribution.brief")}</span>
    </div>
  );
}

function NothingToRaise(): ReactElement {
  const { t } = useLanguage();
  return <EmptyState icon="check" title={t("dashboard.attributes.done")} text={t("dashboard.attributes.doneHint")} />;
}
