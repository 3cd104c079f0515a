/** Databases and data sets as a tree: each level is asked for when it is opened. */
import { Loader } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, use, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import { ApiError } from "@/api/client";
import { asksForPassword } from "@/api/sources";
import type { DatasetSummary } from "@/api/types";
import { Icon, type IconName } from "@/components/Icon";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useColumns, useSchemas, useTables } from "../api";
import type { Source } from "@/api/types";
import type { Place } from "../types";
import classes from "./Sources.module.css";
import { keyOf, step } from "./tree";

export interface TreeState {
  chosen: Place | null;
  opened: ReadonlySet<string>;
  onChoose: (place: Place) => void;
  onOpen: (key: string, open: boolean) => void;
  /** Enter, or a double click, on something that can be queried. */
  onTake: (place: Place) => void;
}

const Tree = createContext<TreeState & { first: string | undefined }>({} as never);

interface Props extends TreeState {
  sources: readonly Source[];
  datasets: readonly DatasetSummary[];
}

export function SourceTree({ sources, datasets, ...state }: Props): ReactElement {
  const { t } = useLanguage();
  const roots: Place[] = [
    ...sources.map((source): Place => ({ kind: "source", source })),
    // One that stays in its database is there already, below its source.
    ...datasets.filter(({ place }) => place === null).map(({ id, name }): Place => ({ kind: "dataset", dataset: id, name })),
  ];
  return (
    <Tree value={{ ...state, first: roots[0] && keyOf(roots[0]) }}>
      <div role="tree" aria-label={t("query.sources.tree")} className={classes.tree}>
        {roots.map((place) =>
          place.kind === "source" ? (
            <SourceNode key={keyOf(place)} place={place} />
          ) : (
            <Node key={keyOf(place)} place={place} icon="table" name={nameOf(place)} />
          ),
        )}
      </div>
    </Tree>
  );
}

/** What something is called. */
function nameOf(place: Place): string {
  switch (place.kind) {
    case "dataset":
      return place.name;
    case "source":
      return place.source.name;
    case "schema":
      return place.schema;
    case "table":
      return place.table;
    case "column":
      return place.column.name;
  }
}

function SourceNode({ place }: { place: Extract<Place, { kind: "source" }> }): ReactElement {
  const { opened } = use(Tree);
  const { source } = place;
  const schemas = useSchemas(source.id, opened.has(keyOf(place)));
  const single = schemas.data?.length === 1 && schemas.data[0] === "";
  return (
    <Node place={place} icon="database" name={source.name} note={source.kind} branch>
      {single ? (
        <Tables source={source} schema="" />
      ) : (
        <Branch found={schemas} level={2}>
          {(schema) => <SchemaNode key={schema} place={{ kind: "schema", source, schema }} />}
        </Branch>
      )}
    </Node>
  );
}

function SchemaNode({ place }: { place: Extract<Place, { kind: "schema" }> }): ReactElement {
  return (
    <Node place={place} icon="chevron" name={place.schema} level={2} branch>
      <Tables source={place.source} schema={place.schema} level={3} />
    </Node>
  );
}

function Tables({ source, schema, level = 2 }: { source: Source; schema: string; level?: number }): ReactElement {
  const tables = useTables(source.id, schema, true);
  return (
    <Branch found={tables} level={level}>
      {(table) => <TableNode key={table} place={{ kind: "table", source, schema, table }} level={level} />}
    </Branch>
  );
}

function TableNode({ place, level }: { place: Extract<Place, { kind: "table" }>; level: number }): ReactElement {
  const { opened } = use(Tree);
  const { source, schema, table } = place;
  const columns = useColumns(source.id, schema, table, opened.has(keyOf(place)));
  return (
    <Node place={place} icon="table" name={table} level={level} branch>
      <Branch found={columns} level={level + 1}>
        {(column) => (
          <Node
            key={column.name}
            place={{ ...place, kind: "column", column }}
            name={column.name}
            note={column.type}
            level={level + 1}
          />
        )}
      </Branch>
    </Node>
  );
}

interface BranchProps<T> {
  found: UseQueryResult<T[]>;
  level: number;
  children: (one: T) => ReactNode;
}

/** What is below an item: on its way, refused, nothing, or there. */
function Branch<T>({ found, level, children }: BranchProps<T>): ReactElement {
  const { t } = useLanguage();
  if (found.data?.length) return <>{found.data.map(children)}</>;
  const { error } = found;
  const told = asksForPassword(error) ? t("query.sources.locked") : error instanceof ApiError && error.message ? error.message : t("errors.unknown");
  return (
    <div role="none" className={classes.told} style={{ paddingLeft: indent(level) }} data-error={error ? true : undefined}>
      {error ? told : found.data ? t("query.sources.nothing") : <Loader size="xs" type="dots" aria-label={t("app.loading")} />}
    </div>
  );
}

/** Whether something can be queried. */
const isTable = ({ kind }: Place): boolean => kind === "table" || kind === "dataset";

const indent = (level: number): number => 6 + (level - 1) * 14;

interface NodeProps {
  place: Place;
  name: string;
  note?: string;
  icon?: IconName;
  level?: number;
  branch?: boolean;
  children?: ReactNode;
}

function Node({ place, name, note, icon, level = 1, branch = false, children }: NodeProps): ReactElement {
  const tree = use(Tree);
  const key = keyOf(place);
  const open = branch && tree.opened.has(key);
  const chosen = tree.chosen !== null && keyOf(tree.chosen) === key;

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = step(event, event.currentTarget);
    if (next === null) return;
    event.preventDefault();
    if (next === "open" || next === "close") tree.onOpen(key, next === "open");
    else if (next !== "choose") next.focus();
    else if (isTable(place)) tree.onTake(place);
    else if (branch) tree.onOpen(key, !open);
  }

  function click(): void {
    tree.onChoose(place);
    if (branch && !isTable(place)) tree.onOpen(key, !open);
  }

  return (
    <>
      <div
        role="treeitem"
        aria-level={level}
        aria-expanded={branch ? open : undefined}
        aria-selected={chosen}
        tabIndex={chosen || (tree.chosen === null && key === tree.first) ? 0 : -1}
        className={classes.item}
        onKeyDown={press}
        onFocus={(event) => {
          if (event.target === event.currentTarget && !chosen) tree.onChoose(place);
        }}
      >
        {/* The keyboard works on the item itself; this is for the mouse. */}
        <div
          role="presentation"
          className={classes.row}
          style={{ paddingLeft: indent(level) }}
          onClick={(event) => {
            if (event.detail < 2) click();
          }}
          onDoubleClick={() => {
            if (isTable(place)) tree.onTake(place);
          }}
          title={name}
        >
          {branch ? (
            <span
              role="presentation"
              className={classes.twist}
              data-open={open || undefined}
              onClick={(event) => {
                event.stopPropagation();
                tree.onOpen(key, !open);
              }}
            >
              <Icon name="chevron" size={13} />
            </span>
          ) : (
            <span className={classes.twist} />
          )}
          {icon && icon !== "chevron" ? <Icon name={icon} size={14} /> : null}
          <span className={classes.name}>{name}</span>{" "}
          {note ? <span className={classes.note}>{note}</span> : null}
        </div>
      </div>
      {open ? children : null}
    </>
  );
}
