import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { plain } from '../../shared/texts/plain';
import { formatNumber } from '../../shared/texts/formats';
import { useSay } from '../../shared/texts/texts';
import { Field } from '../../shared/ui/field';
import { Input } from '../../shared/ui/input';
import { Refused } from '../../shared/ui/refused';
import { Checkbox } from '../../shared/ui/checkbox';
import styles from './import.module.css';
import type { Row } from './table';
import type { Work } from './work';

/** Each has fields, so more would be slow; when they are mended the next ones come. */
export const MOST_SHOWN = 50;

/** What is wrong with a row, in words. */
export interface SaidProblem {
  /** `null`: with the row as a whole */
  readonly column: number | null;
  readonly text: string;
  /** as of a {@link Refusal} */
  readonly english?: string | null;
}

export interface SaidRow {
  readonly row: Row;
  readonly problems: readonly SaidProblem[];
}

/** Rows in which something is wrong, to be mended or left out. They stay where they are when they are mended. */
export function ProblemRows({
  rows,
  work,
  onEdit,
  onLeave,
}: {
  readonly rows: readonly SaidRow[];
  readonly work: Work;
  readonly onEdit: (number: number, cells: readonly string[]) => void;
  readonly onLeave: (numbers: readonly number[], isLeft: boolean) => void;
}) {
  const say = useSay();
  const { table, targets, left, edits } = work;
  const nameColumn = targets.indexOf('username');
  return (
    <ul className={styles['problems']}>
      {rows.map(({ row, problems }) => {
        const { number } = row;
        const cells = edits.get(number) ?? row.cells;
        const isLeft = left.has(number);
        const whole = problems.filter(({ column }) => column === null);
        const shown = targets.flatMap((target, column) =>
          column === nameColumn ||
          problems.some((problem) => problem.column === column) ||
          (whole.length > 0 && target !== 'skip')
            ? [column]
            : [],
        );
        const title = say('import.check.row', { number: formatNumber(number) });
        return (
          <li key={number} aria-label={title} className={isLeft ? styles['skipped'] : undefined}>
            <div className={styles['rowHead']}>
              <strong>{title}</strong>
              {problems.length === 0 && (
                <span className={styles['fine']}>
                  <Check size={16} aria-hidden /> {say('import.check.fine')}
                </span>
              )}
              <Checkbox
                label={say('import.check.leave')}
                isOn={isLeft}
                onChange={(isOn) => onLeave([number], isOn)}
              />
            </div>
            {!isLeft && (
              <div className={styles['cells']}>
                {shown.map((column) => (
                  <Cell
                    key={`${column} ${cells[column] ?? ''}`}
                    label={plain(table.header[column]!)}
                    value={cells[column] ?? ''}
                    isSecret={targets[column] === 'password'}
                    errors={problems.flatMap((one) => (one.column === column ? [one.text] : []))}
                    onChange={(value) => {
                      const filled = table.header.map((_, at) => cells[at] ?? '');
                      onEdit(number, filled.with(column, value));
                    }}
                  />
                ))}
              </div>
            )}
            {!isLeft && whole.length > 0 && (
              <p className={styles['fault']}>
                {whole.map(({ text, english = null }) => (
                  <Fragment key={text}>
                    <Refused of={{ text, english }} />{' '}
                  </Fragment>
                ))}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Taken over when it is left, or by Enter. */
function Cell({
  label,
  value,
  isSecret,
  errors,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly isSecret: boolean;
  readonly errors: readonly string[];
  readonly onChange: (value: string) => void;
}) {
  const take = (input: HTMLInputElement) => input.value !== value && onChange(input.value);
  return (
    <Field label={label} error={errors.join(' ')}>
      {(control) => (
        <Input
          {...control}
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          defaultValue={value}
          autoCapitalize="none"
          spellCheck={false}
          onBlur={({ target }) => take(target)}
          onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget)}
        />
      )}
    </Field>
  );
}
