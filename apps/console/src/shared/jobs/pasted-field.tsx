import { Field } from '../ui/field';
import { TextArea } from '../ui/input';

/** Asks for a pasted list of names; `pastedNames` reads it. */
export function PastedField({
  label,
  hint,
  value,
  onPaste,
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onPaste: (text: string) => void;
}) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextArea
          {...control}
          value={value}
          rows={6}
          spellCheck={false}
          onChange={({ target }) => onPaste(target.value)}
        />
      )}
    </Field>
  );
}
