import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check, Minus } from 'lucide-react';
import { useId } from 'react';
import type { MouseEvent, ReactNode } from 'react';
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

/** A box; `isMixed`: some of what it stands for. */
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
  const id = useId();
  const box = (
    <BaseCheckbox.Root
      {...rest}
      checked={isOn}
      indeterminate={isMixed}
      onCheckedChange={(checked, { event }) => onChange(checked, event)}
      {...(isLabelShown ? { 'aria-labelledby': id } : { 'aria-label': label })}
      className={styles['box']}
    >
      <BaseCheckbox.Indicator className={styles['mark']}>
        {isMixed ? <Minus size={14} aria-hidden /> : <Check size={14} aria-hidden />}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  );
  if (!isLabelShown) return box;
  return (
    <label className={styles['line']}>
      {box}
      <span id={id}>{label}</span>
    </label>
  );
}
