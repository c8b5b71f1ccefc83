import type { ReactNode } from 'react';
import { useRun } from '../act/use-run';
import { failureOf } from '../api/errors';
import { useSay } from '../texts/texts';
import { Button } from './button';
import { Dialog } from './dialog';
import { Fault, Refused } from './refused';

/** Asks for a few values and does one thing with them; a refusal shows in it. */
export function AskDialog({
  title,
  description,
  act,
  kind = 'primary',
  isReady = true,
  onAct,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  /** names the act */
  readonly act: string;
  readonly kind?: 'primary' | 'danger';
  /** whether what is needed has been filled in */
  readonly isReady?: boolean;
  readonly onAct: () => Promise<unknown>;
  readonly onClose: () => void;
  /** a function is given the refusal, for the field that it is about */
  readonly children: ReactNode | ((refusal: ReactNode) => ReactNode);
}) {
  const say = useSay();
  const { isBusy, fault, run } = useRun();
  const submit = async () => {
    if (await run(onAct)) onClose();
  };
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      title={title}
      {...(description !== undefined && { description })}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {say('common.cancel')}
          </Button>
          <Button kind={kind} isBusy={isBusy} disabled={!isReady} onClick={() => void submit()}>
            {act}
          </Button>
        </>
      }
    >
      {typeof children === 'function' ? (
        children(fault !== null && <Refused of={failureOf(fault)} />)
      ) : (
        <>
          {children}
          {fault !== null && <Fault of={fault} />}
        </>
      )}
    </Dialog>
  );
}
