/** The grid with its tool bar: how many rows match, what the marks mean, left-out rows on demand. */
import { Button, Switch } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { isNeverPublished } from "@/api/roles";
import type { MeasuredView, RowFilter } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useLanguage } from "@/i18n/LanguageProvider";
import { AS_IS, useFirstPage, type RowsView } from "../api/rows";
import { RowSkeletons } from "../DashboardSkeleton";
import { DataGrid } from "./DataGrid";
import classes from "@/components/grid/grid.module.css";
import { MOST_ROWS } from "@/components/grid/layout";

export function DataPane({ view }: { view: MeasuredView }): ReactElement {
  const { t } = useLanguage();
  const [shown, setShown] = useState<RowsView>(AS_IS);
  const first = useFirstPage(view.id, view.revision, shown);
  const nothing = first.data?.total === 0;

  return (
    <div className={classes.pane}>
      <Toolbar view={view} shown={shown} total={first.data?.total} onChange={setShown} />
      {first.data ? (
        <DataGrid
          dataset={view}
          page={first.data}
          view={shown}
          onSort={(column) => setShown(sorted(shown, column))}
          onFilter={(column, filter) => setShown(filtered(shown, column, filter))}
        >
          {nothing && (
            <div className={classes.over}>
              {shown.filters.length ? (
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
}

function Toolbar({ view, shown, total, onChange }: ToolbarProps): ReactElement {
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
