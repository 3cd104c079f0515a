/** One row of the grid: number, risk, and the cells that are in sight; changed cells are marked. */
import { VisuallyHidden } from "@mantine/core";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { ReactElement } from "react";
import { isNeverPublished } from "@/api/roles";
import type { RowView, RowsColumn } from "@/api/types";
import { bandColour } from "@/charts/bands";
import { useLimits } from "@/charts/limits";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useFigures } from "@/charts/useFigures";
import classes from "@/components/grid/grid.module.css";
import { LEADS, LEAD_WIDTH, ROW, type Place } from "@/components/grid/layout";

interface GridRowProps {
  item: VirtualItem;
  row: RowView | undefined;
  columns: readonly RowsColumn[];
  shown: readonly VirtualItem[];
  width: number;
  active: Place;
  cellId: (place: Place) => string;
}

export function GridRow({ item, row, columns, shown, width, active, cellId }: GridRowProps): ReactElement {
  const { t, format } = useLanguage();
  const at = (column: number) => ({
    id: cellId({ row: item.index, column }),
    "aria-colindex": column + 1,
    "data-place": `${item.index}:${column}`,
  });
  const mark = (column: number): string =>
    active.row === item.index && active.column === column ? (classes.active ?? "") : "";
  return (
    <div
      role="row"
      aria-rowindex={item.index + 2}
      aria-busy={row === undefined}
      className={`${classes.row} ${row?.suppressed ? classes.leftOut : ""}`}
      style={{ height: ROW, width, transform: `translateY(${item.start}px)` }}
    >
      <div role="rowheader" {...at(0)} className={`${classes.lead} ${mark(0)}`} style={{ left: 0, width: LEADS[0] }}>
        {row ? format.number(row.row) : "…"}
      </div>
      <div
        role="gridcell"
        {...at(1)}
        className={`${classes.lead} ${classes.risk} ${mark(1)}`}
        style={{ left: LEADS[0], width: LEADS[1] }}
      >
        {row && <RowRisk row={row} />}
      </div>
      {shown.map(({ index, start, size }) => {
        const column = columns[index];
        return (
          <div
            key={index}
            role="gridcell"
            {...at(index + 2)}
            className={`${classes.cell} ${row && column ? cellLook(row, column, index) : ""} ${mark(index + 2)}`}
            style={{ left: LEAD_WIDTH + start, width: size }}
            title={row?.cells[index] ?? undefined}
          >
            {row && (row.cells[index] ?? <span className={classes.absent}>{t("dashboard.grid.missing")}</span>)}
            {row && isChanged(row, column, index) && (
              <VisuallyHidden>{` (${t("dashboard.grid.changed")})`}</VisuallyHidden>
            )}
          </div>
        );
      })}
    </div>
  );
}

function RowRisk({ row }: { row: RowView }): ReactElement | null {
  const { t } = useLanguage();
  const limit = useLimits().highest_risk;
  const figures = useFigures();
  if (row.suppressed) return <>{t("dashboard.grid.leftOut")}</>;
  if (row.risk === null) return null;
  return (
    <>
      <span className={classes.riskMark} style={{ background: bandColour(row.risk, limit) }} />
      {figures.brief(row.risk)}
    </>
  );
}

function isChanged(row: RowView, column: RowsColumn | undefined, index: number): boolean {
  return !isNeverPublished(column?.role ?? "") && !row.suppressed && row.changed[index] === true;
}

function cellLook(row: RowView, column: RowsColumn, index: number): string {
  if (isNeverPublished(column.role)) return classes.hidden ?? "";
  return isChanged(row, column, index) ? (classes.changed ?? "") : "";
}
