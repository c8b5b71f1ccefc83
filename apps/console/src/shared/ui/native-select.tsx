import styles from './native-select.module.css';

export interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
}

/** One of a few choices: the browser's own select. */
export function NativeSelect<V extends string>({
  value,
  choices,
  onChange,
  label,
  id,
}: {
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  /** where no visible label names it */
  readonly label?: string;
  readonly id?: string;
}) {
  return (
    <select
      id={id}
      aria-label={label}
      className={styles['select']}
      value={value}
      onChange={({ target }) => onChange(target.value as V)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
