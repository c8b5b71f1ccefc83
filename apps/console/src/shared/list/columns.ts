import { useState } from 'react';
import type { ReactNode } from 'react';
import { fieldsIn, labelOf } from '../fields/field-table';
import type { FieldName, FieldSpec, FieldTable } from '../fields/field-table';
import { readStored, store } from '../preferences/storage';

/** How a cell is shown, where it is not its plain value. */
export type Cells<E> = { readonly [K in FieldName<E>]?: (row: E) => ReactNode };

export interface Column<E> {
  readonly name: FieldName<E>;
  readonly label: string;
  readonly spec: FieldSpec;
}

export const columnsOf = <E>(table: FieldTable<E>): readonly Column<E>[] =>
  fieldsIn(table)
    .filter(([, { column }]) => column !== undefined)
    .map(([name, spec]) => ({ name, label: labelOf(table, name), spec }));

/** The columns that are shown, remembered by the browser; the first one always is. */
export function useColumns<E>(
  key: string,
  table: FieldTable<E>,
): {
  readonly all: readonly Column<E>[];
  readonly shown: readonly Column<E>[];
  toggle(name: FieldName<E>): void;
} {
  const all = columnsOf(table);
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>(
    () => (readStored(`columns.${key}`) ?? {}) as Readonly<Record<string, boolean>>,
  );
  const isShown = ({ name, spec }: Column<E>, index: number) =>
    index === 0 || (changed[name] ?? spec.column === 'shown');
  return {
    all,
    shown: all.filter(isShown),
    toggle: (name) => {
      const index = all.findIndex((one) => one.name === name);
      const next = { ...changed, [name]: !isShown(all[index]!, index) };
      setChanged(next);
      store(`columns.${key}`, next);
    },
  };
}
