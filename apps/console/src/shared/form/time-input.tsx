import type { ComponentProps } from 'react';
import { clockOf, momentOf } from '../texts/formats';
import { Input } from '../ui/input';

/** A moment, in the chosen zone. The value is a time of the API, or nothing. */
export function TimeInput({
  value,
  onValue,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  readonly value: string;
  readonly onValue: (value: string | null) => void;
}) {
  return (
    <Input
      {...rest}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value === '' ? '' : clockOf(new Date(value)).slice(0, 16)}
      onChange={({ target }) =>
        onValue(target.value === '' ? null : momentOf(target.value).toISOString())
      }
    />
  );
}
