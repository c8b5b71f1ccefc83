import { Button as BaseButton } from '@base-ui/react/button';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'type'> {
  /** `primary`: at most one in sight; `danger`: destroys */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: LucideIcon;
  readonly isSubmit?: boolean;
  readonly isBusy?: boolean;
}

/** A button; while it is busy it keeps its focus and does nothing. */
export function Button({
  kind = 'plain',
  icon: Icon,
  isSubmit = false,
  isBusy = false,
  disabled = false,
  children,
  className = '',
  ...rest
}: Props) {
  return (
    <BaseButton
      {...rest}
      type={isSubmit ? 'submit' : 'button'}
      disabled={disabled || isBusy}
      focusableWhenDisabled
      aria-busy={isBusy || undefined}
      className={`${styles['button']} ${styles[kind]} ${className}`}
    >
      {Icon && <Icon size={16} aria-hidden />}
      {children !== undefined && <span className={styles['text']}>{children}</span>}
    </BaseButton>
  );
}

/** A button that is only a picture, with its name for all who do not see it. */
export function IconButton({
  icon,
  label,
  ...rest
}: Props & { readonly icon: LucideIcon; readonly label: string }) {
  return (
    <Button
      kind="quiet"
      {...rest}
      icon={icon}
      aria-label={label}
      title={label}
      className={`${styles['icon']} ${rest.className ?? ''}`}
    />
  );
}
