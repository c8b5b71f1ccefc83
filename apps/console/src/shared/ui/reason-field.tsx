import { Field } from './field';
import { Input } from './input';

/** Why something is done, as long as the API takes it. */
export function ReasonField({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (reason: string) => void;
}) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          value={value}
          maxLength={255}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
