import { memo } from 'react';
import type { ReactNode } from 'react';
import { labelOf } from '../fields/field-table';
import type { FieldName, FieldTable } from '../fields/field-table';
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

/** Where there is no heading a flag is its name, and one that is off is not shown. */
const Flag = <E,>({
  table,
  name,
  value,
}: {
  readonly table: FieldTable<E>;
  readonly name: FieldName<E>;
  readonly value: ReactNode;
}) => (
  <>
    <span className={styles['wide']}>{value}</span>
    <span className={styles['narrow']}>{labelOf(table, name)}</span>
  </>
);

/** A row that is scrolled, or gets others below it, is not rendered again. */
export const RowCells = memo(
  function RowCells<E>({ row, table, columns, cells, open }: Props<E>) {
    return columns.map(({ name, spec }, at) => {
      const own = cells[name];
      const isFlag = spec.kind === 'switch' && !own;
      const value = <ShowValue table={table} name={name} spec={spec} value={row[name]} />;
      const shown = own ? (
        own(row)
      ) : isFlag ? (
        <Flag table={table} name={name} value={value} />
      ) : (
        value
      );
      return (
        <div
          key={name}
          role="gridcell"
          data-kind={spec.kind}
          data-off={isFlag && row[name] !== true ? '' : undefined}
          className={at === 0 ? styles['first'] : styles['cell']}
        >
          {at === 0 && open ? (
            // for the mouse: the grid is one stop of Tab, whose rows Enter opens
            <Link {...open(row)} className={styles['link']} tabIndex={-1}>
              {shown}
            </Link>
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
