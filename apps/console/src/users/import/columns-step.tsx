import { plain } from '../../shared/texts/plain';
import { useSay } from '../../shared/texts/texts';
import { NativeSelect } from '../../shared/ui/native-select';
import { TARGETS } from './columns';
import type { Target } from './columns';
import styles from './import.module.css';
import type { Table } from './table';

const SAMPLES = 3;

/** What each column becomes; what its name says is chosen already. */
export function ColumnsStep({
  table,
  targets,
  onChange,
}: {
  readonly table: Table;
  readonly targets: readonly Target[];
  readonly onChange: (targets: readonly Target[]) => void;
}) {
  const say = useSay();
  const choices = TARGETS.map((value) => ({ value, label: say(`import.targets.${value}`) }));
  return (
    <>
      <p>{say('import.columns.text')}</p>
      <ul className={styles['columns']}>
        {table.header.map((title, column) => {
          const samples = table.first
            .map(({ cells }) => (cells[column] ?? '').trim())
            .filter((cell) => cell !== '')
            .slice(0, SAMPLES);
          const name = plain(title) || say('import.columns.unnamed', { number: column + 1 });
          const target = targets[column] ?? 'skip';
          return (
            <li key={column} className={target === 'skip' ? styles['skipped'] : undefined}>
              <div className={styles['column']}>
                <strong>{name}</strong>
                <span>{samples.map(plain).join(' · ')}</span>
              </div>
              <NativeSelect<Target>
                label={say('import.columns.becomes', { name })}
                value={target}
                choices={choices}
                onChange={(chosen) =>
                  onChange(targets.map((one, at) => (at === column ? chosen : one)))
                }
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
