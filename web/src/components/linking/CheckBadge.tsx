/** Whether every group holds what was asked, with the k, l and t that were found. */
import type { ReactElement } from "react";
import { Icon } from "../Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { Check } from "@/api/types";
import verdict from "./WhatIf.module.css";
import classes from "./Check.module.css";
import { useDistance } from "./useDistance";

interface Props {
  found: Pick<Check, "holds" | "k" | "l" | "t">;
  /** What was checked, where there is more than one. */
  of?: string;
}

export function Holds({ found, of }: Props): ReactElement {
  const { t, format } = useLanguage();
  const distance = useDistance();
  const figures = [`k = ${format.number(found.k)}`, found.l === null ? "" : `l = ${format.number(found.l)}`, found.t === null ? "" : `t = ${distance(found.t)}`];
  return (
    <div className={verdict.badge} data-kind={found.holds ? "safe" : "breach"} role="status">
      <Icon name={found.holds ? "check" : "alert"} size={of === undefined ? 18 : 16} />
      {of === undefined ? "" : `${of}: `}
      {t(found.holds ? "linked.check.holds" : "linked.check.fails")}
      <span className={classes.figures}>{figures.filter(Boolean).join(" · ")}</span>
    </div>
  );
}
