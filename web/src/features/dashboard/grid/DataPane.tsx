/** The grid with its tool bar: how many rows match, what the marks mean, left-out rows on demand. */
import { Button, Switch } from "@mantine/core";
import { useState, type ReactElement, type ReactNode } from "react";
import { isNeverPublished } from "@/api/roles";
import type { MeasuredView, RowFilter, RowsColumn } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { AS_IS, RISK, useFirstPage, type RowsView } from "../api/rows";
import { RowSkeletons } from "../DashboardSkeleton";
import { DataGrid } from "./DataGrid";
import classes from "@/components/grid/grid.module.css";
import { MOST_ROWS } from "@/components/grid/layout";

interface DataPaneProps {
  view: MeasuredView;
  /** Which columns are shown; without it, those that are not published can be unfolded. */
  columns?: (column: RowsColumn) => boolean;
  /** Only rows whose risk lies in this bar of the distribution. */
  band?: string | null;
  onBand?: (band: string | null) => void;
}

export function DataPane({ view, columns, band = null, onBand }: DataPaneProps): ReactElement {
  const { t } = useLanguage();
  const [browsed, setShown] = useState<RowsView>(AS_IS);
  const shown = { ...browsed, risk: band };
  const [unfolded, unfold] = useState(false);
  const first = useFirstPage(view.id, view.revision, shown);
  const isShown = columns ?? ((column: RowsColumn): boolean => unfolded || !isNeverPublished(column.role));
  const total = first.isPlaceholderData ? undefined : first.data?.total;

  return (
    <div className={classes.pane}>
      <Toolbar view={view} shown={shown} total={total} onChange={setShown}>
        {band !== null && <BandNote band={band} busy={first.isFetching} view={view} onClear={() => onBand?.(null)} />}
        {columns ? null : <Unfold view={view} unfolded={unfolded} onChange={unfold} />}
      </Toolbar>
      {first.data ? (
        <DataGrid
          key={band}
          dataset={view}
          page={first.data}
          isShown={isShown}
          view={shown}
          onSort={(column) => setShown(sorted(shown, column))}
          onFilter={(column, filter) => setShown(filtered(shown, column, filter))}
        >
          {total === 0 && (
            <div className={classes.over}>
              {shown.filters.length || band !== null ? (
                <EmptyState icon="search" title={t("dashboard.grid.empty")} text={t("dashboard.grid.emptyHint")} />
              ) : (
                <EmptyState
                  icon="table"
                  title={t("dashboard.grid.nothingLeft")}
                  text={t("dashboard.grid.nothingLeftHint")}
                />
              )}
            </div>
          )}
        </DataGrid>
      ) : first.error ? (
        <ErrorNotice error={first.error} onRetry={() => void first.refetch()} />
      ) : (
        <RowSkeletons rows={10} />
      )}
    </div>
  );
}

/** As is, ascending, descending, and as is again. */
export function sorted(view: RowsView, column: string): RowsView {
  if (column === RISK && view.sort === RISK) return { ...view, sort: null };
  if (view.sort !== column) return { ...view, sort: column, descending: false };
  return view.descending ? { ...view, sort: null, descending: false } : { ...view, descending: true };
}

/** One filter for each column; null takes it away. */
export function filtered(view: RowsView, column: string, filter: RowFilter | null): RowsView {
  const others = view.filters.filter((one) => one.column !== column);
  return { ...view, filters: filter ? [...others, filter] : others };
}

interface ToolbarProps {
  view: MeasuredView;
  shown: RowsView;
  total: number | undefined;
  onChange: (shown: RowsView) => void;
  children?: ReactNode;
}

function Toolbar({ view, shown, total, onChange, children }: ToolbarProps): ReactElement {
  const { t, format } = useLanguage();
  const leftOut = view.risk.suppressed_rows;
  const all = shown.suppressed ? view.rows : view.risk.rows;
  return (
    <div className={classes.toolbar}>
      <strong>{t("dashboard.grid.title")}</strong>
      <span className="numeric" role="status">
        {total !== undefined &&
          (shown.filters.length
            ? t("dashboard.grid.ofAll", { shown: format.number(total), all: format.number(all) })
            : t("dashboard.grid.matching", { count: total }))}
      </span>
      {total !== undefined && total > MOST_ROWS && <span>{t("dashboard.grid.capped", { count: MOST_ROWS })}</span>}
      {shown.filters.length > 0 && (
        <Button size="compact-xs" variant="light" onClick={() => onChange({ ...shown, filters: [] })}>
          {t("dashboard.grid.clearFilters")}
        </Button>
      )}
      <span className={classes.legend} style={{ marginLeft: "auto" }}>
        <span className={`${classes.legendCell} ${classes.changed}`}>{t("dashboard.grid.changed")}</span>
        {view.attributes.some(({ role }) => isNeverPublished(role)) && (
          <span className={`${classes.legendCell} ${classes.hidden}`}>{t("dashboard.grid.notPublished")}</span>
        )}
      </span>
      {children}
      {leftOut > 0 && (
        <Switch
          size="xs"
          label={t("dashboard.grid.showLeftOut", { count: leftOut })}
          checked={shown.suppressed}
          onChange={(event) => onChange({ ...shown, suppressed: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

interface BandNoteProps {
  band: string;
  busy: boolean;
  view: MeasuredView;
  onClear: () => void;
}

/** Which rows are shown after a click on a bar, in which order, and the way back. */
function BandNote({ band, busy, view, onClear }: BandNoteProps): ReactElement {
  const { t } = useLanguage();
  return (
    <>
      <strong role="status">
        {t("journey.see.band", { range: band })}
        {busy ? ` ${t("app.loading")}` : view.place === null ? "" : ` ${t("journey.see.unsorted")}`}
      </strong>
      <Button size="compact-xs" variant="light" onClick={onClear}>
        {t("journey.see.allRows")}
      </Button>
    </>
  );
}

function Unfold({ view, unfolded, onChange }: { view: MeasuredView; unfolded: boolean; onChange: (unfolded: boolean) => void }): ReactElement | null {
  const { t } = useLanguage();
  const count = view.attributes.filter(({ role }) => isNeverPublished(role)).length;
  if (count === 0) return null;
  return (
    <Switch
      size="xs"
      label={t("journey.see.unfold", { count })}
      checked={unfolded}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
