/** Rows as they were above what would be published, a page at a time; what changed is marked. */
import { ActionIcon, NumberInput, VisuallyHidden } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { isNeverPublished } from "@/api/roles";
import type { AutomaticRun, MeasuredView, PairedRow, PairedRows } from "@/api/types";
import { Icon } from "@/components/Icon";
import { FOCUSABLE } from "@/components/focusable";
import { useLanguage } from "@/i18n/LanguageProvider";
import { PaneState } from "../../PaneState";
import { PAIRS, usePairs } from "../api";
import classes from "./PairTable.module.css";

export function PairTable({ view, run }: { view: MeasuredView; run: AutomaticRun }): ReactElement {
  const [offset, setOffset] = useState(0);
  const query = usePairs(view.id, run.id, offset);
  return (
    <PaneState query={query}>
      {(page) => (
        <>
          <Pager offset={offset} total={page.total} onGo={setOffset} />
          <Pairs page={page} columns={orderOf(page, view, run)} />
        </>
      )}
    </PaneState>
  );
}

/** The ranked attributes lead, the others follow; identifiers are never published. */
export function orderOf(page: PairedRows, view: MeasuredView, run: AutomaticRun): number[] {
  const ranked = run.attributes.map(({ name }) => page.columns.indexOf(name)).filter((index) => index >= 0);
  const hidden = new Set(view.attributes.filter(({ role }) => isNeverPublished(role)).map(({ name }) => name));
  const others = page.columns.map((_, index) => index);
  return [...ranked, ...others.filter((index) => !ranked.includes(index) && !hidden.has(page.columns[index] ?? ""))];
}

interface PagerProps {
  offset: number;
  total: number;
  onGo: (offset: number) => void;
}

function Pager({ offset, total, onGo }: PagerProps): ReactElement {
  const { t, format } = useLanguage();
  const last = Math.max(Math.ceil(total / PAIRS) - 1, 0) * PAIRS;
  const go = (to: number): void => onGo(Math.min(Math.max(to, 0), last));
  return (
    <div className={classes.pager}>
      <ActionIcon size="sm" variant="default" aria-label={t("automatic.rows.previous")} disabled={offset === 0} onClick={() => go(offset - PAIRS)}>
        <Icon name="up" size={14} />
      </ActionIcon>
      <ActionIcon size="sm" variant="default" aria-label={t("automatic.rows.next")} disabled={offset >= last} onClick={() => go(offset + PAIRS)}>
        <Icon name="down" size={14} />
      </ActionIcon>
      <span role="status">
        {t("automatic.rows.shown", {
          first: format.number(Math.min(offset + 1, total)),
          last: format.number(Math.min(offset + PAIRS, total)),
          total: format.number(total),
        })}
      </span>
      <NumberInput
        size="xs"
        w={110}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        aria-label={t("automatic.rows.goTo")}
        placeholder={t("automatic.rows.goTo")}
        onChange={(row) => typeof row === "number" && go(Math.floor((Math.min(row, total) - 1) / PAIRS) * PAIRS)}
      />
      <span className={classes.legend}>
        <span className={classes.changed}>{t("dashboard.grid.changed")}</span>
      </span>
    </div>
  );
}

function Pairs({ page, columns }: { page: PairedRows; columns: readonly number[] }): ReactElement {
  const { t } = useLanguage();
  return (
    <div className={classes.scroll} role="group" aria-label={t("automatic.rows.title")} {...FOCUSABLE}>
      <table className={classes.table} aria-label={t("automatic.rows.title")}>
        <thead>
          <tr>
            <th scope="col">{t("dashboard.grid.row")}</th>
            <td />
            {columns.map((index) => (
              <th key={index} scope="col">
                {page.columns[index]}
              </th>
            ))}
          </tr>
        </thead>
        {page.rows.map((pair) => (
          <Pair key={pair.row} pair={pair} columns={columns} />
        ))}
      </table>
    </div>
  );
}

function Pair({ pair, columns }: { pair: PairedRow; columns: readonly number[] }): ReactElement {
  const { t, format } = useLanguage();
  return (
    <tbody data-suppressed={pair.suppressed || undefined}>
      <tr className={classes.before}>
        <th scope="rowgroup" rowSpan={2}>
          {format.number(pair.row)}
        </th>
        <th scope="row">{t("dashboard.compare.before")}</th>
        {columns.map((index) => (
          <td key={index}>{pair.before[index] ?? <em>{t("dashboard.grid.missing")}</em>}</td>
        ))}
      </tr>
      <tr className={classes.after}>
        <th scope="row">{t("dashboard.compare.after")}</th>
        {pair.suppressed ? (
          <td colSpan={columns.length} className={classes.leftOut}>
            {t("automatic.rows.leftOut")}
          </td>
        ) : (
          columns.map((index) => <After key={index} pair={pair} index={index} />)
        )}
      </tr>
    </tbody>
  );
}

function After({ pair, index }: { pair: PairedRow; index: number }): ReactElement {
  const { t } = useLanguage();
  const changed = pair.changed[index] === true;
  const text = pair.after[index] ?? null;
  return (
    <td className={changed ? classes.changed : undefined} title={text ?? undefined}>
      {text ?? <em>{t("dashboard.grid.missing")}</em>}
      {changed && <VisuallyHidden>{` (${t("dashboard.grid.changed")})`}</VisuallyHidden>}
    </td>
  );
}
