import { useId } from 'react';
import { Checkbox } from '../ui/checkbox';
import type { Choice } from '../ui/native-select';
import styles from './form.module.css';

/** Several of a few choices. */
export function ChoicesInput({
  label,
  hint,
  choices,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint: string | null;
  readonly choices: readonly Choice<string>[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) {
  const id = useId();
  return (
    <fieldset className={styles['choices']} aria-describedby={hint === null ? undefined : id}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          label={choice.label}
          isOn={value.includes(choice.value)}
          onChange={(isOn) =>
            onChange(
              choices
                .map((one) => one.value)
                .filter((one) => (one === choice.value ? isOn : value.includes(one))),
            )
          }
        />
      ))}
      {hint !== null && <p id={id}>{hint}</p>}
    </fieldset>
  );
}
