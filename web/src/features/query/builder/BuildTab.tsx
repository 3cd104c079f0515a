/** Put a query together without writing any SQL, and see the SQL that it makes. */
import { Button, MultiSelect, NativeSelect, NumberInput, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement, ReactNode } from "react";
import { ErrorNotice } from "@/components/ErrorNotice";
import { FOCUSABLE } from "@/components/focusable";
import { Icon } from "@/components/Icon";
import { useHeldFocus } from "@/components/useHeldFocus";
import { useLanguage } from "@/i18n/LanguageProvider";
import { useSql } from "../api";
import type { QueryTable } from "@/api/types";
import classes from "./Build.module.css";
import { CellChoice, changed, nameOf } from "./Choice";
import { cellOf, cells, EMPTY, fitted, freeAlias, isPlain, keyOf, MOST, proposePair, columnsOf, toBuilt, withJoin, type Draft } from "./draft";
import { FilterRow } from "./FilterRow";
import { JoinRow, Remove } from "./JoinRow";

interface Props {
  draft: Draft;
  tables: readonly QueryTable[];
  onChange: (draft: Draft) => void;
  /** Go on by hand. */
  onEdit: (sql: string) => void;
}

export function BuildTab({ draft, tables, onChange, onEdit }: Props): ReactElement {
  const { t } = useLanguage();
  const held = useHeldFocus();
  const change = (part: Partial<Draft>): void => onChange(fitted({ ...draft, ...part }, tables));
  return (
    <div className={classes.tab}>
      <div className={classes.parts} {...held}>
        <Tables draft={draft} tables={tables} onChange={change} />
        <Filters draft={draft} tables={tables} onChange={change} />
        <Order draft={draft} tables={tables} onChange={change} />
        <Shown draft={draft} tables={tables} onChange={change} />
        <Button size="compact-sm" variant="subtle" className={classes.add} leftSection={<Icon name="undo" size={14} />} onClick={() => change(EMPTY)}>
          {t("query.build.reset")}
        </Button>
      </div>
      <SqlShown draft={draft} tables={tables} onEdit={onEdit} />
    </div>
  );
}

interface PartProps {
  draft: Draft;
  tables: readonly QueryTable[];
  onChange: (part: Partial<Draft>) => void;
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <div className={classes.part} role="group" aria-label={title}>
      <span className={classes.partTitle}>{title}</span>
      <div className={classes.rows}>{children}</div>
    </div>
  );
}

function Add({ text, disabled, onClick }: { text: string; disabled?: boolean; onClick: () => void }): ReactElement {
  return (
    <Button size="compact-xs" variant="default" leftSection={<Icon name="plus" size={12} />} disabled={disabled} onClick={onClick} className={classes.add}>
      {text}
    </Button>
  );
}

function Tables({ draft, tables, onChange }: PartProps): ReactElement {
  const { t } = useLanguage();
  const next = tables.find(({ name }) => name !== draft.table && !draft.joins.some(({ table }) => table === name)) ?? tables[0];
  /** Another table has other columns, so its pairs start anew. */
  function exchange(place: number, table: string): void {
    const pair = proposePair(cells(draft, tables, place + 1), columnsOf(tables, table));
    const others = { ...draft, joins: changed(draft.joins, place, null) };
    const before = draft.joins[place];
    if (pair && before) onChange({ joins: changed(draft.joins, place, { ...before, table, alias: freeAlias(others, table), pairs: [pair] }) });
  }
  return (
    <Part title={t("query.build.tables")}>
      <div className={classes.line}>
        <NativeSelect
          size="xs"
          aria-label={t("query.build.first")}
          value={draft.table}
          data={tables.map(({ name }) => name)}
          onChange={(event) => onChange({ ...EMPTY, table: event.currentTarget.value })}
        />
      </div>
      {draft.joins.map((join, place) => (
        <JoinRow
          key={place}
          number={place + 1}
          join={join}
          known={cells(draft, tables, place + 1)}
          tables={tables}
          onChange={(one) => onChange({ joins: changed(draft.joins, place, one) })}
          onTable={(table) => exchange(place, table)}
        />
      ))}
      <Add
        text={t("query.build.addJoin")}
        disabled={!next || draft.joins.length >= MOST.joins}
        onClick={() => next && onChange(withJoin(draft, tables, next.name))}
      />
    </Part>
  );
}

function Filters({ draft, tables, onChange }: PartProps): ReactElement {
  const { t } = useLanguage();
  const known = cells(draft, tables);
  const [first] = known;
  return (
    <Part title={t("query.build.filters")}>
      {draft.filters.map((filter, place) => (
        <FilterRow
          key={place}
          number={place + 1}
          filter={filter}
          known={known}
          onChange={(one) => onChange({ filters: changed(draft.filters, place, one) })}
        />
      ))}
      <Add
        text={t("query.build.addFilter")}
        disabled={!first || draft.filters.length >= MOST.filters}
        onClick={() => first && onChange({ filters: [...draft.filters, { cell: first, operator: "=", values: [] }] })}
      />
    </Part>
  );
}

function Order({ draft, tables, onChange }: PartProps): ReactElement {
  const { t } = useLanguage();
  const known = cells(draft, tables);
  const unused = known.find((cell) => !draft.order.some((one) => keyOf(one.cell) === keyOf(cell)));
  return (
    <Part title={t("query.build.order")}>
      {draft.order.map((one, place) => (
        <div key={place} className={classes.line}>
          <CellChoice
            label={t("query.build.orderColumn", { number: place + 1 })}
            cell={one.cell}
            known={known}
            onChange={(cell) => onChange({ order: changed(draft.order, place, { ...one, cell }) })}
          />
          <NativeSelect
            size="xs"
            aria-label={t("query.build.direction", { number: place + 1 })}
            value={one.descending ? "down" : "up"}
            data={[
              { value: "up", label: t("query.build.up") },
              { value: "down", label: t("query.build.down") },
            ]}
            onChange={(event) => onChange({ order: changed(draft.order, place, { ...one, descending: event.currentTarget.value === "down" }) })}
          />
          <Remove label={t("query.build.removeOrder", { number: place + 1 })} onClick={() => onChange({ order: changed(draft.order, place, null) })} />
        </div>
      ))}
      <Add
        text={t("query.build.addOrder")}
        disabled={!unused || draft.order.length >= MOST.order}
        onClick={() => unused && onChange({ order: [...draft.order, { cell: unused, descending: false }] })}
      />
    </Part>
  );
}

function Shown({ draft, tables, onChange }: PartProps): ReactElement {
  const { t } = useLanguage();
  return (
    <Part title={t("query.build.shown")}>
      <div className={classes.line}>
        <MultiSelect
          size="xs"
          className={classes.wide}
          aria-label={t("query.build.columns")}
          placeholder={draft.columns.length ? undefined : t("query.build.allColumns")}
          searchable
          maxDropdownHeight={220}
          data={cells(draft, tables).map((cell) => ({ value: keyOf(cell), label: nameOf(cell) }))}
          value={draft.columns.map(keyOf)}
          onChange={(keys) => onChange({ columns: keys.map(cellOf) })}
        />
        <NumberInput
          size="xs"
          w={150}
          aria-label={t("query.build.limit")}
          placeholder={t("query.build.noLimit")}
          min={1}
          max={2 ** 31}
          clampBehavior="strict"
          allowDecimal={false}
          hideControls
          value={draft.limit ?? ""}
          onChange={(limit) => onChange({ limit: typeof limit === "number" && limit >= 1 ? limit : null })}
        />
      </div>
    </Part>
  );
}

function SqlShown({ draft, tables, onEdit }: Omit<Props, "onChange">): ReactElement {
  const { t } = useLanguage();
  const [settled] = useDebouncedValue(draft, 250);
  const { data, error } = useSql(toBuilt(fitted(settled, tables)), tables);
  return (
    <div className={classes.sql}>
      <div className={classes.sqlHead}>
        <span>{t("query.build.sql")}</span>
        <Button size="compact-xs" variant="subtle" disabled={!data || error !== null || !isPlain(draft)} onClick={() => data && onEdit(data.sql)}>
          {t("query.build.edit")}
        </Button>
      </div>
      {error ? (
        <ErrorNotice error={error} title={t("query.build.notYet")} />
      ) : (
        <pre role="group" aria-label={t("query.build.sql")} {...FOCUSABLE}>
          {data?.sql ?? ""}
        </pre>
      )}
      {isPlain(draft) ? null : (
        <Text size="xs" c="dimmed">
          {t("query.build.pairs")}
        </Text>
      )}
    </div>
  );
}
