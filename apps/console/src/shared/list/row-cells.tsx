import { memo, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { FieldTable } from '../fields/field-table';
import { ShowValue } from '../fields/show-value';
import type { Target } from '../screens/paths';
import { Link } from '../ui/link';
import type { Cells, Column } from './columns';
import styles from './grid.module.css';

interface Props<E> {
  readonly row: E;
  readonly table: FieldTable<E>;
  readonly columns: readonly Column<E>[];
  readonly cells: Cells<E>;
  readonly open: ((row: E) => Target) | undefined;
}

/** A row that is scrolled, or gets others below it, is not rendered again. */
export const RowCells = memo(
  function RowCells<E>({ row, table, columns, cells, open }: Props<E>) {
    return columns.map(({ name, spec }, at) => {
      const own = cells[name];
      const shown = own ? (
        own(row)
      ) : (
        <ShowValue table={table} name={name} spec={spec} value={row[name]} />
      );
      return (
        <div
          key={name}
          role="gridcell"
          data-kind={spec.kind}
          className={at === 0 ? styles['first'] : styles['cell']}
        >
          {at === 0 && open ? (
            <NotTabbed>
              <Link {...open(row)} className={styles['link']}>
                {shown}
              </Link>
            </NotTabbed>
          ) : (
            shown
          )}
        </div>
      );
    });
  },
  (one, other) =>
    one.row === other.row &&
    one.table === other.table &&
    one.cells === other.cells &&
    one.open === other.open &&
    // their labels stand above
    one.columns.map(({ name }) => name).join() === other.columns.map(({ name }) => name).join(),
) as <E>(props: Props<E>) => ReactNode;

/** Its link is for the mouse: the grid is one stop, whose rows Enter opens. */
function NotTabbed({ children }: { readonly children: ReactNode }) {
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => holder.current?.querySelector('a')?.setAttribute('tabindex', '-1'));
  return (
    <span ref={holder} className={styles['holder']}>
      {children}
    </span>
  );
}
