import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSay } from '../texts/texts';
import { Button, IconButton } from './button';
import styles from './toast.module.css';

export const toasts = Base.createToastManager();

export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

/** Says something at the edge of the window. @param isLasting it stays until it is closed */
export function toast(
  text: ReactNode,
  {
    action,
    isLasting = false,
    isError = false,
  }: { action?: ToastAction; isLasting?: boolean; isError?: boolean } = {},
): () => void {
  const id = toasts.add({
    title: text,
    type: isError ? 'error' : 'plain',
    timeout: isLasting ? 0 : 10_000,
    priority: isError ? 'high' : 'low',
    data: action,
  });
  return () => toasts.close(id);
}

/** The place of toasts. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const say = useSay();
  return (
    <Base.Provider toastManager={toasts}>
      {children}
      <Base.Portal>
        <Base.Viewport aria-label={say('common.notifications')} className={styles['viewport']}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const say = useSay();
  const { toasts: shown } = Base.useToastManager();
  return shown.map((one) => {
    const action = one.data as ToastAction | undefined;
    return (
      <Base.Root key={one.id} toast={one} swipeDirection={[]} className={styles['toast']}>
        <Base.Title className={styles['title']} />
        {action && (
          <Button
            onClick={() => {
              toasts.close(one.id);
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        )}
        <IconButton icon={X} label={say('common.close')} onClick={() => toasts.close(one.id)} />
      </Base.Root>
    );
  });
}
