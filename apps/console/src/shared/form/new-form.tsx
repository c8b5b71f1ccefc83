import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { failureOf } from '../api/errors';
import { Refused } from '../ui/refused';
import { fieldsIn } from '../fields/field-table';
import type { FieldName, FieldTable } from '../fields/field-table';
import { Button } from '../ui/button';
import type { FormGroup } from './edit-form';
import { FieldInput } from './field-input';
import { fieldErrorOf } from './field-refusal';
import styles from './form.module.css';
import { useLeaveGuard } from './use-leave-guard';
import { useSaveKey } from './use-save-key';

/** Makes something new. */
export function NewForm<T extends object>({
  table,
  groups,
  initial,
  create,
  errorField,
  onCreated,
  actText,
  another,
}: {
  readonly table: FieldTable<T>;
  readonly groups: readonly FormGroup[];
  readonly initial: Partial<T>;
  readonly create: (values: T) => Promise<unknown>;
  /** the field that a refusal is about */
  readonly errorField?: (error: unknown) => FieldName<T> | null;
  readonly onCreated: (values: T) => void;
  readonly actText: string;
  /** the text of a second button, which begins anew afterwards */
  readonly another?: ReactNode;
}) {
  const form = useForm({ defaultValues: initial as Record<string, unknown> });
  const { control, handleSubmit, reset, setError, setFocus, formState } = form;
  const [fault, setFault] = useState<unknown>(null);
  const summary = useRef<HTMLDivElement>(null);
  const letLeave = useLeaveGuard(formState.isDirty);
  const first = groups.flatMap(({ name }) => fieldsIn(table, name))[0]?.[0];

  const submit = (isAnother: boolean) =>
    handleSubmit(async (values) => {
      setFault(null);
      try {
        await create(values as T);
        reset(initial as Record<string, unknown>);
        if (isAnother) {
          if (first) setFocus(first);
          return;
        }
        letLeave();
        onCreated(values as T);
      } catch (error) {
        const name = errorField?.(error) ?? null;
        if (name === null) {
          setFault(error);
          requestAnimationFrame(() => summary.current?.focus());
        } else setError(name, fieldErrorOf(error), { shouldFocus: true });
      }
    });
  useSaveKey(() => void submit(false)());

  return (
    <form className={styles['form']} onSubmit={(event) => void submit(false)(event)} noValidate>
      {fault !== null && (
        <div ref={summary} tabIndex={-1} role="alert" className={styles['summary']}>
          <Refused of={failureOf(fault)} />
        </div>
      )}
      {groups.map(({ name, title, besides }) => (
        <fieldset key={name} className={styles['fieldset']}>
          {title && <legend className={styles['legend']}>{title}</legend>}
          {fieldsIn(table, name).map(([field, spec]) => (
            <FieldInput
              key={field}
              table={table}
              name={field}
              spec={spec}
              control={control as never}
            />
          ))}
          {besides}
        </fieldset>
      ))}
      <div className={styles['actions']}>
        <Button kind="primary" isSubmit isBusy={formState.isSubmitting}>
          {actText}
        </Button>
        {another && (
          <Button disabled={formState.isSubmitting} onClick={() => void submit(true)()}>
            {another}
          </Button>
        )}
      </div>
    </form>
  );
}
