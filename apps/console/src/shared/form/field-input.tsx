import { Controller } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { choiceText, hintOf, labelOf } from '../fields/field-table';
import type { FieldName, FieldSpec, FieldTable } from '../fields/field-table';
import { useSay } from '../texts/texts';
import { Field } from '../ui/field';
import { Input, TextArea } from '../ui/input';
import { NativeSelect } from '../ui/native-select';
import { Refused } from '../ui/refused';
import { Switch } from '../ui/switch';
import { refusalIn } from './field-refusal';
import { PropertiesInput } from './properties-input';
import { ChoicesInput } from './choices-input';
import { ListInput } from './list-input';
import { TimeInput } from './time-input';
import { PasswordInput } from './password-input';

/** The control of a field, as its kind says, bound to its form. */
export function FieldInput<T>({
  table,
  name,
  spec,
  control,
  isReadOnly = false,
  managedBy = null,
}: {
  readonly table: FieldTable<T>;
  readonly name: FieldName<T>;
  readonly spec: FieldSpec;
  readonly control: Control;
  /** in a `fieldset` that is disabled */
  readonly isReadOnly?: boolean;
  /** says where a text is changed instead */
  readonly managedBy?: string | null;
}) {
  const say = useSay();
  const label = labelOf(table, name);
  const hint = managedBy ?? hintOf(table, name);
  const { isRequired = false, max, min, most, choices = [] } = spec;
  return (
    <Controller
      name={name}
      control={control}
      rules={{
        ...(isRequired && { required: say('form.required') }),
        ...(max !== undefined && {
          maxLength: { value: max, message: say('form.tooLong', { max }) },
        }),
        validate: (value: unknown) => {
          if (spec.kind !== 'number' || value === null || value === undefined) return true;
          const isFine = Number(value) >= (min ?? -Infinity) && Number(value) <= (most ?? Infinity);
          return isFine || say('form.outOfRange', { min: min ?? '', most: most ?? '' });
        },
      }}
      render={({ field, fieldState: { error } }) => {
        if (spec.kind === 'switch') {
          return (
            <Switch
              isOn={field.value === true}
              onChange={field.onChange}
              label={label}
              hint={hint}
              isDisabled={isReadOnly}
            />
          );
        }
        if (spec.kind === 'choices') {
          return (
            <ChoicesInput
              label={label}
              hint={hint}
              choices={choices.map((value) => ({ value, label: choiceText(table, name, value) }))}
              value={(field.value ?? []) as readonly string[]}
              onChange={field.onChange}
            />
          );
        }
        return (
          <Field label={label} hint={hint} error={error && <Refused of={refusalIn(error)} />}>
            {(props) => {
              const text = {
                ...props,
                name,
                ref: field.ref,
                value: String(field.value ?? ''),
                onBlur: field.onBlur,
                required: isRequired,
                disabled: managedBy !== null,
                onChange: ({ target }: { target: { value: string } }) =>
                  field.onChange(target.value),
              };
              switch (spec.kind) {
                case 'multiline':
                  return <TextArea {...text} />;
                case 'password':
                  return <PasswordInput {...text} onValue={field.onChange} />;
                case 'number':
                  return (
                    <Input
                      {...text}
                      type="number"
                      min={min}
                      max={most}
                      onChange={({ target }) =>
                        field.onChange(target.value === '' ? null : Number(target.value))
                      }
                    />
                  );
                case 'choice':
                  return (
                    <NativeSelect
                      id={props.id}
                      value={String(field.value ?? choices[0])}
                      choices={choices.map((value) => ({
                        value,
                        label: choiceText(table, name, value),
                      }))}
                      onChange={field.onChange}
                    />
                  );
                case 'properties':
                  return (
                    <PropertiesInput
                      id={props.id}
                      value={field.value ?? []}
                      onChange={field.onChange}
                    />
                  );
                case 'list':
                  return (
                    <ListInput {...props} value={field.value ?? []} onChange={field.onChange} />
                  );
                case 'email':
                  return <Input {...text} type="email" />;
                case 'time':
                  return <TimeInput {...text} onValue={field.onChange} />;
                case 'choices':
                case 'switch':
                case 'text':
                  return <Input {...text} />;
              }
            }}
          </Field>
        );
      }}
    />
  );
}
