import type { ComponentProps } from 'react';
import { Input } from '../ui/input';

/** A moment, in the time of the browser. The value is a time of the API, or nothing. */
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
      value={value === '' ? '' : localOf(new Date(value))}
      onChange={({ target }) =>
        onValue(target.value === '' ? null : new Date(target.value).toISOString())
      }
    />
  );
}

const localOf = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
