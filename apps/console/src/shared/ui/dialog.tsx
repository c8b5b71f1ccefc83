import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSay } from '../texts/texts';
import { IconButton } from './button';
import styles from './dialog.module.css';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** it acts: it stays open until that is over, so that a refusal is seen */
  readonly isBusy?: boolean;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** buttons, the safe one first */
  readonly actions?: ReactNode;
  readonly size?: 'normal' | 'wide';
  /** what gets the focus first, instead of the first control */
  readonly initialFocus?: React.RefObject<HTMLElement | null>;
}

/** A dialog above the page; focus stays in it, and goes back to where it was. */
export function Dialog({
  isOpen,
  onClose,
  isBusy = false,
  title,
  description,
  children,
  actions,
  size = 'normal',
  initialFocus,
}: Props) {
  const say = useSay();
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          className={`${styles['popup']} ${styles[size]}`}
          {...(initialFocus && { initialFocus })}
        >
          <header className={styles['header']}>
            <Base.Title className={styles['title']}>{title}</Base.Title>
            <IconButton icon={X} label={say('common.close')} disabled={isBusy} onClick={close} />
          </header>
          <div className={styles['body']}>
            {description !== undefined && (
              <Base.Description className={styles['description']}>{description}</Base.Description>
            )}
            {children}
          </div>
          {actions !== undefined && <footer className={styles['actions']}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
