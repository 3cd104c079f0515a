/** A choice of a column of the query: named by its table where there are several. */
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { cellOf, keyOf, type Cell } from "./draft";

interface Props {
  label: string;
  cell: Cell;
  known: readonly Cell[];
  onChange: (cell: Cell) => void;
}

export function CellChoice({ label, cell, known, onChange }: Props): ReactElement {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={keyOf(cell)}
      data={known.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
      onChange={(event) => onChange(cellOf(event.currentTarget.value))}
    />
  );
}

export const nameOf = ({ table, column }: Cell): string => `${table}.${column}`;

/** A list with one of its members changed, or taken out. */
export function changed<T>(list: readonly T[], place: number, next: T | null): T[] {
  return list.flatMap((one, index) => (index !== place ? [one] : next === null ? [] : [next]));
}
