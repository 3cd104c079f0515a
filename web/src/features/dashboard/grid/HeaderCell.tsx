/** The header of one column: name, role and level; a click sorts, the funnel filters. */
import { ActionIcon, Popover } from "@mantine/core";
import type { ReactElement } from "react";
import { isNeverPublished } from "@/api/roles";
import type { RowFilter, RowsColumn } from "@/api/types";
import { Icon } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import type { RowsView } from "../api/rows";
import classes from "@/components/grid/grid.module.css";
import { FilterForm } from "./FilterForm";

interface HeaderCellProps {
  id: string;
  index: number;
  column: RowsColumn;
  start: number;
  width: number;
  active: boolean;
  view: RowsView;
  filterOpen: boolean;
  /** A form that is opened again starts from the filter that is set. */
  formKey: number;
  onSort: () => void;
  onFilterOpen: (open: boolean) => void;
  onFilter: (filter: RowFilter | null) => void;
}

export function HeaderCell(props: HeaderCellProps): ReactElement {
  const { t } = useLanguage();
  const { column, view } = props;
  const sorted = view.sort === column.name;
  const filter = view.filters.find((one) => one.column === column.name);
  return (
    <div
      role="columnheader"
      id={props.id}
      aria-colindex={props.index + 1}
      aria-sort={sorted ? (view.descending ? "descending" : "ascending") : "none"}
      data-place={`-1:${props.index}`}
      className={`${classes.headCell} ${props.active ? classes.active : ""}`}
      style={{ left: props.start, width: props.width, height: "100%" }}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes.sort}
        title={t("dashboard.grid.sortBy", { name: column.name })}
        onClick={props.onSort}
      >
        <span className={classes.name}>{column.name}</span>
        {sorted && <Icon name={view.descending ? "down" : "up"} size={13} />}
      </button>
      <Popover
        opened={props.filterOpen}
        onChange={props.onFilterOpen}
        trapFocus
        returnFocus
        withArrow
        shadow="md"
        position="bottom-start"
      >
        <Popover.Target>
          <ActionIcon
            tabIndex={-1}
            size="xs"
            variant={filter ? "filled" : "subtle"}
            color={filter ? undefined : "gray"}
            aria-label={t("dashboard.grid.filterBy", { name: column.name })}
            onClick={() => props.onFilterOpen(!props.filterOpen)}
          >
            <Icon name="filter" size={12} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("dashboard.grid.filterBy", { name: column.name })}>
          <FilterForm key={props.formKey} column={column.name} filter={filter} onFilter={props.onFilter} />
        </Popover.Dropdown>
      </Popover>
      <RoleBadges column={column} />
    </div>
  );
}

function RoleBadges({ column }: { column: RowsColumn }): ReactElement {
  const { t } = useLanguage();
  const { level, height } = column;
  const told = level === null ? t("automatic.result.rowByRow") : t("dashboard.grid.level", { level, height });
  return (
    <span className={classes.badges}>
      <span className={classes.role} data-role={column.role} title={t(`roles.${column.role}`)}>
        {t(`dashboard.grid.roles.${column.role}`)}
      </span>{" "}
      {isNeverPublished(column.role) && t("dashboard.grid.notPublished")}
      {column.role === "quasi" && (
        <span title={told} role="img" aria-label={told}>
          {level === null ? "≈" : `${level}/${height}`}
        </span>
      )}
    </span>
  );
}
