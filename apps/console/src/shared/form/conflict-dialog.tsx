import { useState } from 'react';
import type { Conflict } from '../fields/changes';
import { labelOf } from '../fields/field-table';
import type { FieldTable } from '../fields/field-table';
import { ShowValue } from '../fields/show-value';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import styles from './form.module.css';

/** Two people have changed the same fields: was, yours, theirs, and the choice for each. */
export function ConflictDialog<T extends object>({
  table,
  conflicts,
  onChosen,
  onCancel,
}: {
  readonly table: FieldTable<T>;
  readonly conflicts: readonly Conflict<T>[];
  readonly onChosen: (values: Partial<T>) => void;
  readonly onCancel: () => void;
}) {
  const say = useSay();
  const [chosen, setChosen] = useState<Readonly<Record<string, 'yours' | 'theirs'>>>({});
  const isComplete = conflicts.every(({ name }) => chosen[name] !== undefined);
  const finish = () =>
    onChosen(
      Object.fromEntries(conflicts.map((one) => [one.name, one[chosen[one.name]!]])) as Partial<T>,
    );
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      size="wide"
      title={say('form.conflict.title')}
      description={say('form.conflict.text')}
      actions={
        <>
          <Button onClick={onCancel}>{say('common.cancel')}</Button>
          <Button kind="primary" disabled={!isComplete} onClick={finish}>
            {say('common.save')}
          </Button>
        </>
      }
    >
      {conflicts.map((one) => {
        const spec = table.specs[one.name]!;
        const show = (value: unknown) => (
          <ShowValue table={table} name={one.name} spec={spec} value={value} isAbsolute />
        );
        return (
          <fieldset key={one.name} className={styles['fieldset']}>
            <legend className={styles['legend']}>{labelOf(table, one.name)}</legend>
            <p>
              {say('form.conflict.was')}: {show(one.was) ?? say('common.nothing')}
            </p>
            {(['yours', 'theirs'] as const).map((side) => (
              <label key={side} className={styles['choice']}>
                <input
                  type="radio"
                  name={one.name}
                  checked={chosen[one.name] === side}
                  onChange={() => setChosen({ ...chosen, [one.name]: side })}
                />
                <span>
                  {say(`form.conflict.${side}`)}: {show(one[side]) ?? say('common.nothing')}
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </Dialog>
  );
}
