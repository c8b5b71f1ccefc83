import { plain } from '../../shared/texts/plain';
import { useSay } from '../../shared/texts/texts';
import styles from './import.module.css';
import type { Table } from './table';

const ROWS = 6;

/** The first rows as they were read: what is misread shows at once. */
export function SampleTable({ table }: { readonly table: Table }) {
  const say = useSay();
  return (
    <div
      className={styles['scroll']}
      tabIndex={0}
      role="region"
      aria-label={say('import.file.sample')}
    >
      <table className={styles['sample']}>
        <thead>
          <tr>
            {table.header.map((title, column) => (
              <th key={column} scope="col">
                {plain(title) || '–'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.first.slice(0, ROWS).map(({ number, cells }) => (
            <tr key={number}>
              {table.header.map((_, column) => (
                <td key={column}>{plain(cells[column] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
