/** What is left of each attribute, and beside it the values of one, or the rows themselves. */
import { SegmentedControl } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { AutomaticRun, JudgedAttribute, MeasuredView } from "@/api/types";
import { SplitBars } from "@/charts/SplitBars";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import classes from "../AutomaticTab.module.css";
import { PairTable } from "./PairTable";
import { QualityBars } from "./QualityBars";

const SHOWN = ["values", "rows"] as const;
const SIDES = ["before", "after"] as const;

export function Details({ view, run }: { view: MeasuredView; run: AutomaticRun }): ReactElement {
  const { t } = useLanguage();
  const [picked, pick] = useState(run.attributes[0]?.name);
  const [shown, show] = useState<(typeof SHOWN)[number]>("values");
  const attribute = run.attributes.find(({ name }) => name === picked);
  return (
    <>
      <div className={classes.column}>
        <QualityBars run={run} picked={picked} onPick={pick} />
      </div>
      <div className={classes.column}>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t("automatic.result.shown")}
          value={shown}
          onChange={show}
          data={SHOWN.map((name) => ({ value: name, label: t(`automatic.result.${name}`) }))}
        />
        {shown === "rows" ? <PairTable view={view} run={run} /> : attribute && <Values attribute={attribute} />}
      </div>
    </>
  );
}

/** The values of one attribute, split into safe and at risk; a flip shows them before and after. */
function Values({ attribute }: { attribute: JudgedAttribute }): ReactElement {
  const { t, format } = useLanguage();
  const [side, flip] = useState<(typeof SIDES)[number]>("after");
  const { name } = attribute;
  return (
    <>
      <div className={classes.flip}>
        <strong>{name}</strong>
        <SegmentedControl
          size="xs"
          aria-label={t("automatic.result.flip")}
          value={side}
          onChange={flip}
          data={SIDES.map((one) => ({ value: one, label: t(`dashboard.compare.${one}`) }))}
        />
      </div>
      <div className={classes.scroll} role="group" aria-label={t("automatic.result.values")} {...FOCUSABLE}>
        <SplitBars
          bars={attribute[side]}
          name={t(`dashboard.compare.${side}Of`, { name })}
          safe={t("automatic.result.safe")}
          atRisk={t("automatic.result.atRisk")}
          restName={t("dashboard.compare.rest")}
          number={format.number}
        />
      </div>
    </>
  );
}
