import { useState } from 'react';
import type { ReactNode } from 'react';
import { Fault } from '../ui/refused';
import { useSay } from '../texts/texts';
import { Button } from './button';
import { Dialog } from './dialog';

/** Asks for a few values and does one thing with them; a refusal shows in it. */
export function AskDialog({
  title,
  act,
  isReady = true,
  onAct,
  onClose,
  children,
}: {
  readonly title: string;
  /** names the act */
  readonly act: string;
  /** whether what is needed has been filled in */
  readonly isReady?: boolean;
  readonly onAct: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const say = useSay();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      await onAct();
      onClose();
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={!isReady} onClick={() => void run()}>
            {act}
          </Button>
        </>
      }
    >
      {children}
      {error !== null && <Fault of={error} />}
    </Dialog>
  );
}
