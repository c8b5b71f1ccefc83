import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './field.module.css';

/** A label above its control, a sentence and an error below. */
export function Field({
  label,
  hint,
  error,
  isWide = false,
  children,
}: {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly isWide?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const hasError = Boolean(error);
  const described = [hint ? `${id}-hint` : '', hasError ? `${id}-error` : ''].join(' ').trim();
  return (
    <div className={`${styles['field']} ${isWide ? styles['wide'] : ''}`}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': hasError || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {hasError && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

/** For the control of a field. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

export { styles as fieldStyles };
