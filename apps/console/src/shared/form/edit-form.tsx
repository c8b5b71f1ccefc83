import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { act } from '../act/act';
import { failureOf } from '../api/errors';
import { Refused } from '../ui/refused';
import type { Tagged } from '../api/query';
import { isStatus } from '../api/staleness';
import { conflictsOf, isSame, patchOf } from '../fields/changes';
import type { Conflict } from '../fields/changes';
import { fieldsIn } from '../fields/field-table';
import type { FieldName, FieldTable } from '../fields/field-table';
import type { Scope } from '../session/scopes';
import { useMay } from '../session/session';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { MissingScopes } from '../ui/missing-scopes';
import { toast } from '../ui/toast';
import { ConflictDialog } from './conflict-dialog';
import { FieldInput } from './field-input';
import { fieldErrorOf } from './field-refusal';
import styles from './form.module.css';
import { useLeaveGuard } from './use-leave-guard';
import { useSaveKey } from './use-save-key';

export interface FormGroup {
  /** of the field table */
  readonly name: string;
  readonly title?: string;
  /** besides its fields */
  readonly besides?: ReactNode;
}

/** Values that belong together, under a name. */
export interface FormPreset<T> {
  readonly label: string;
  readonly values: Partial<T>;
}

/**
 * Changes a document: sends the fields that differ, on the condition that nobody has changed it meanwhile; else both see
 * what the other wanted, field by field.
 */
export function EditForm<T extends object>({
  table,
  groups,
  document,
  save,
  reload,
  errorField,
  onSaved,
  presets = [],
  isUndoable = false,
  scope,
  managed,
}: {
  readonly table: FieldTable<T>;
  readonly groups: readonly FormGroup[];
  readonly document: Tagged<T>;
  readonly save: (patch: Readonly<Record<string, unknown>>, tag: string | null) => Promise<unknown>;
  /** as it is now */
  readonly reload: () => Promise<Tagged<T>>;
  /** the field that a refusal is about */
  readonly errorField?: (error: unknown) => FieldName<T> | null;
  readonly onSaved?: (patch: Readonly<Record<string, unknown>>) => void;
  /** sets of values, to be chosen before they are saved */
  readonly presets?: readonly FormPreset<T>[];
  /** what was saved may be taken back */
  readonly isUndoable?: boolean;
  /** who lacks it may look alone */
  readonly scope?: Scope;
  /** fields that are changed elsewhere, and what says so below each */
  readonly managed?: { readonly fields: readonly FieldName<T>[]; readonly hint: string | null };
}) {
  const say = useSay();
  const may = useMay();
  const isReadOnly = scope !== undefined && !may(scope);
  const fields = groups.flatMap(({ name }) => fieldsIn(table, name));
  const names = fields.map(([name]) => name);
  /** what the changes are made from */
  const [base, setBase] = useState(document);
  const form = useForm({ defaultValues: document.value as Record<string, unknown> });
  const { control, handleSubmit, reset, getValues, setValue, setError, formState } = form;
  const current = form.watch() as Partial<T>;
  const isDirty = names.some((name) => !isSame(base.value[name], current[name]));
  const [fault, setFault] = useState<unknown>(null);
  const [conflicts, setConflicts] = useState<{
    list: readonly Conflict<T>[];
    now: Tagged<T>;
  } | null>(null);
  const summary = useRef<HTMLDivElement>(null);

  // what others have changed shows at once while nothing is being changed here
  useEffect(() => {
    if (isDirty || document === base) return;
    setBase(document);
    reset(document.value as Record<string, unknown>);
  }, [document, base, isDirty, reset]);
  useLeaveGuard(isDirty && !formState.isSubmitting);

  const send = async (values: Partial<T>, from: Tagged<T>): Promise<void> => {
    setFault(null);
    const patch = patchOf(from.value, values, names);
    try {
      await save(patch, from.tag);
      const now = await reload();
      setBase(now);
      reset(now.value as Record<string, unknown>);
      onSaved?.(patch);
      if (isUndoable) sayUndoable(values, from, now);
      else toast(say('form.saved'));
    } catch (error) {
      if (isStatus(error, 412)) return meet(values, from);
      const name = errorField?.(error) ?? null;
      if (name === null) {
        setFault(error);
        requestAnimationFrame(() => summary.current?.focus());
      } else setError(name, fieldErrorOf(error), { shouldFocus: true });
    }
  };

  const sayUndoable = (values: Partial<T>, from: Tagged<T>, now: Tagged<T>) =>
    void act({
      run: () => Promise.resolve(),
      done: say('form.saved'),
      touches: [],
      undo: async () => {
        await save(patchOf(values as T, from.value, names), now.tag);
        const before = await reload();
        setBase(before);
        reset(before.value as Record<string, unknown>);
      },
    });

  /** Somebody was faster: what does not collide is merged, the rest is asked. */
  const meet = async (values: Partial<T>, from: Tagged<T>): Promise<void> => {
    const now = await reload();
    const list = conflictsOf(from.value, values, now.value, names);
    const merged = { ...now.value } as Partial<T>;
    for (const name of names) {
      if (!isSame(from.value[name], values[name])) merged[name] = values[name];
    }
    setBase(now);
    reset(merged as Record<string, unknown>, { keepDefaultValues: true });
    if (list.length === 0) return send(merged, now);
    setConflicts({ list, now });
  };

  const submit = handleSubmit((values) => send(values as Partial<T>, base));
  useSaveKey(() => isDirty && void submit());

  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      {fault !== null && (
        <div ref={summary} tabIndex={-1} role="alert" className={styles['summary']}>
          <Refused of={failureOf(fault)} />
        </div>
      )}
      {isReadOnly && <MissingScopes scopes={[scope]}>{say('form.readOnly')}</MissingScopes>}
      {presets.length > 0 && !isReadOnly && (
        <div role="group" aria-label={say('form.presets')} className={styles['presets']}>
          <span>{say('form.presets')}</span>
          {presets.map(({ label, values }) => (
            <Button
              key={label}
              disabled={formState.isSubmitting}
              onClick={() =>
                Object.entries(values).forEach(([name, value]) =>
                  setValue(name, value, { shouldDirty: true }),
                )
              }
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {groups.map(({ name, title, besides }) => (
        <fieldset key={name} className={styles['fieldset']} disabled={isReadOnly}>
          {title && <legend className={styles['legend']}>{title}</legend>}
          {fieldsIn(table, name).map(([field, spec]) => (
            <FieldInput
              key={field}
              table={table}
              name={field}
              spec={spec}
              control={control as never}
              isReadOnly={isReadOnly}
              managedBy={managed?.fields.includes(field) ? managed.hint : null}
            />
          ))}
          {besides}
        </fieldset>
      ))}
      {!isReadOnly && (
        <div className={styles['actions']}>
          <Button kind="primary" isSubmit isBusy={formState.isSubmitting} disabled={!isDirty}>
            {say('common.save')}
          </Button>
          <Button
            kind="quiet"
            disabled={!isDirty || formState.isSubmitting}
            onClick={() => reset(base.value as Record<string, unknown>)}
          >
            {say('common.discard')}
          </Button>
        </div>
      )}
      {conflicts && (
        <ConflictDialog
          table={table}
          conflicts={conflicts.list}
          onCancel={() => setConflicts(null)}
          onChosen={(chosen) => {
            setConflicts(null);
            const values = { ...getValues(), ...chosen } as Partial<T>;
            reset(values as Record<string, unknown>, { keepDefaultValues: true });
            void send(values, conflicts.now);
          }}
        />
      )}
    </form>
  );
}
