import { useState } from 'react';
import { act } from '../shared/act/act';
import { Fault } from '../shared/ui/refused';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { useLockFields } from './lock-fields';
import { lock } from './user-acts';

/** Why, and until when. */
export function LockDialog({
  username,
  name,
  onClose,
}: {
  readonly username: string;
  /** what the person is called */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const { fields, isReady, lockoutNow } = useLockFields();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const submit = async () => {
    setBusy(true);
    try {
      await act(lock(username, lockoutNow(), say, name));
      onClose();
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('users.lock.title', { name })}
      description={say('users.lock.text')}
      actions={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button kind="danger" isBusy={isBusy} disabled={!isReady} onClick={() => void submit()}>
            {say('users.lock.act', { name })}
          </Button>
        </>
      }
    >
      {fields}
      {fault !== null && <Fault of={fault} />}
    </Dialog>
  );
}
