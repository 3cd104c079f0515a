/** Every check of a verdict: its figure against the limit, where the limit comes from, what to do, and a button that does it. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { MeasuredView, Verdict, VerdictCheck } from "@/api/types";
import { Term, type TermName } from "@/components/Help";
import { useLanguage } from "@/i18n/LanguageProvider";
import { ActionButton } from "./ActionButton";
import { StatusMark } from "./StatusMark";
import { unitOf } from "./units";
import classes from "./Verdict.module.css";

interface ChecksProps {
  view: MeasuredView;
  verdict: Verdict;
  /** Called where a button leads elsewhere. */
  onLeave: () => void;
  /** What shuffling means here; without it, the export is opened. */
  onShuffle?: () => void;
}

/** The word of the field behind a check. */
const TERMS: Partial<Record<string, TermName>> = {
  smallest_group: "group",
  highest_risk: "highest_risk",
  average_risk: "average_risk",
  diversity: "homogeneity",
  closeness: "skewness",
  side_columns: "background",
  identifiers: "identifier",
  row_order: "shuffle",
  persons: "person",
  population: "population",
};

const ORDER = { fail: 0, warn: 1, pass: 2 } as const;

export function Checks({ view, verdict, ...actions }: ChecksProps): ReactElement {
  const { t } = useLanguage();
  const checks = verdict.checks.toSorted((a, b) => ORDER[a.status] - ORDER[b.status]);
  return (
    <>
      <Text size="sm" mb="xs">
        {verdict.words}
      </Text>
      <ul className={classes.checks} aria-label={t("verdict.checks")}>
        {checks.map((check) => (
          <li key={check.name} className={classes.check} data-status={check.status}>
            <Check view={view} check={check} {...actions} />
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt="sm">
        {verdict.note}
      </Text>
    </>
  );
}

type CheckProps = Omit<ChecksProps, "verdict"> & { check: VerdictCheck };

function Check({ view, check, ...actions }: CheckProps): ReactElement {
  const { t } = useLanguage();
  const term = TERMS[check.name];
  const { title, status, words, remedy, source, action, details } = check;
  const open = details.filter((detail) => detail.status !== "pass");
  // One of several attributes is no more to be done than the others: each has its own button.
  const each = open.length > 1;
  return (
    <>
      <div className={classes.checkHead}>
        <StatusMark status={status} />
        <h3 className={classes.checkTitle}>{title}</h3>
        {term === undefined ? null : <Term name={term} />}
        <Figure check={check} />
      </div>
      {each ? (
        <ul className={classes.details}>
          {open.map((detail) => (
            <li key={detail.attribute}>
              <p className={classes.text}>{detail.words}</p>
              {detail.action && <ActionButton view={view} action={detail.action} {...actions} />}
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.text}>{words}</p>
      )}
      {remedy !== null && status !== "pass" && (
        <p className={classes.text}>
          <strong>{t("verdict.remedy")}: </strong>
          {remedy}
        </p>
      )}
      {action && status !== "pass" && !(each && open.some((detail) => detail.action)) && <ActionButton view={view} action={action} {...actions} />}
      {source && (
        <p className={classes.source}>
          {t("verdict.source")}: {source}
        </p>
      )}
    </>
  );
}

function Figure({ check: { name, figure, limit } }: { check: VerdictCheck }): ReactElement | null {
  const { t, format } = useLanguage();
  const unit = unitOf(name);
  if (figure === null || limit === null) return null;
  const write = (value: number): string => (unit === "percent" ? format.percent(value) : format.decimal(value, unit === "distance" ? 2 : 0));
  const least = name === "smallest_group" || name === "diversity";
  return (
    <span className={classes.figure}>
      <strong>{write(figure)}</strong> {t(least ? "verdict.atLeast" : "verdict.atMost", { limit: write(limit) })}
    </span>
  );
}
