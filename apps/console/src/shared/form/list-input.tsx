import { useState } from 'react';
import type { ControlProps } from '../ui/field';
import { TextArea } from '../ui/input';

/** Several texts, one a line. */
export function ListInput({
  value,
  onChange,
  ...props
}: ControlProps & {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) {
  const [text, setText] = useState(() => value.join('\n'));
  return (
    <TextArea
      {...props}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(
          target.value
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
      }}
    />
  );
}
