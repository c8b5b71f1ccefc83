import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './switch.module.css';

/** On or off, with its label and a sentence of effect beside it. */
export function Switch({
  isOn,
  onChange,
  label,
  hint,
  isDisabled = false,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <div className={styles['line']}>
      <BaseSwitch.Root
        checked={isOn}
        onCheckedChange={onChange}
        disabled={isDisabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={styles['switch']}
      >
        <BaseSwitch.Thumb className={styles['thumb']} />
      </BaseSwitch.Root>
      <div>
        <span id={`${id}-label`} className={styles['label']}>
          {label}
        </span>
        {hint && (
          <p id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
