/** The header of the grid: row number and risk, then the columns that are in sight. */
import type { VirtualItem } from "@tanstack/react-virtual";
import { useState, type ReactElement } from "react";
import type { RowFilter, RowsColumn } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { RISK, type RowsView } from "../api/rows";
import classes from "@/components/grid/grid.module.css";
import { HeaderCell } from "./HeaderCell";
import { HEADER, LEADS, LEAD_WIDTH, type Place } from "@/components/grid/layout";

export interface HeaderRowProps {
  columns: readonly RowsColumn[];
  shown: readonly VirtualItem[];
  width: number;
  active: Place;
  view: RowsView;
  /** The column whose filter is open. */
  filtering: string | null;
  /** What the numbers of rows mean, where that is not plain. */
  numbering?: string;
  /** Whether rows can be sorted by their risk. */
  byRisk: boolean;
  cellId: (place: Place) => string;
  onSort: (column: string) => void;
  onFiltering: (column: string | null) => void;
  onFilter: (column: string, filter: RowFilter | null) => void;
}

export function HeaderRow(props: HeaderRowProps): ReactElement {
  const { t } = useLanguage();
  const isActive = (column: number): boolean => props.active.row === -1 && props.active.column === column;
  const leads = [t("dashboard.grid.row"), `${t("dashboard.grid.risk")} %`];
  const riskiest = props.byRisk && props.view.sort === RISK;
  return (
    <div role="rowgroup" className={classes.head} style={{ width: props.width, height: HEADER }}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {leads.map((name, index) => (
          <div
            key={name}
            role="columnheader"
            id={props.cellId({ row: -1, column: index })}
            aria-colindex={index + 1}
            data-place={`-1:${index}`}
            className={`${classes.lead} ${classes.headLead} ${index ? classes.risk : ""} ${isActive(index) ? classes.active : ""}`}
            style={{ left: index ? LEADS[0] : 0, width: LEADS[index] }}
            title={index ? undefined : props.numbering}
            aria-sort={index && props.byRisk ? (riskiest ? "descending" : "none") : undefined}
          >
            {index && props.byRisk ? (
              <button
                type="button"
                tabIndex={-1}
                className={`${classes.sort} ${classes.sortRisk}`}
                title={t("dashboard.grid.sortByRisk")}
                onClick={() => props.onSort(RISK)}
              >
                {name}
                {riskiest && <Icon name="down" size={13} />}
              </button>
            ) : (
              name
            )}
          </div>
        ))}
        {props.shown.map((item) => (
          <ColumnHeader key={item.key} item={item} active={isActive(item.index + 2)} row={props} />
        ))}
      </div>
    </div>
  );
}

interface ColumnHeaderProps {
  item: VirtualItem;
  active: boolean;
  row: HeaderRowProps;
}

function ColumnHeader({ item, active, row }: ColumnHeaderProps): ReactElement | null {
  const [tried, setTried] = useState(0);
  const column = row.columns[item.index];
  if (!column) return null;
  const place = { row: -1, column: item.index + 2 };
  return (
    <HeaderCell
      id={row.cellId(place)}
      index={place.column}
      column={column}
      start={LEAD_WIDTH + item.start}
      width={item.size}
      active={active}
      view={row.view}
      filterOpen={row.filtering === column.name}
      formKey={tried}
      onSort={() => row.onSort(column.name)}
      onFilterOpen={(open) => {
        setTried(tried + 1);
        row.onFiltering(open ? column.name : null);
      }}
      onFilter={(filter) => {
        row.onFiltering(null);
        row.onFilter(column.name, filter);
      }}
    />
  );
}
