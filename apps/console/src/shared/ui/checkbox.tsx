import type { MouseEvent } from 'react';
import styles from './checkbox.module.css';

/** The browser's box, since each row of a list has one; `isMixed`: some of what it stands for. */
export function Checkbox({
  isOn,
  isMixed = false,
  onChange,
  label,
  isLabelShown = true,
  ...rest
}: {
  readonly isOn: boolean;
  readonly isMixed?: boolean;
  readonly onChange: (isOn: boolean, event: Event) => void;
  readonly label: string;
  readonly isLabelShown?: boolean;
  readonly tabIndex?: number;
  readonly onClick?: (event: MouseEvent) => void;
}) {
  const box = (
    <input
      {...rest}
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = isMixed; // it has no attribute
      }}
      checked={isOn}
      onChange={({ target, nativeEvent }) => onChange(target.checked, nativeEvent)}
      aria-label={isLabelShown ? undefined : label}
      className={styles['box']}
    />
  );
  if (!isLabelShown) return box;
  return (
    <label className={styles['line']}>
      {box}
      <span>{label}</span>
    </label>
  );
}
