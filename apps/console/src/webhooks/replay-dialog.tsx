import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { failureOf } from '../shared/api/errors';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { Refused } from '../shared/ui/refused';

/** Sends events again, those after one. */
export function ReplayDialog({
  isOpen,
  onClose,
  id,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly id: string;
}) {
  const say = useSay();
  const [after, setAfter] = useState('');
  const [fault, setFault] = useState<unknown>(null);
  const replay = async () => {
    setFault(null);
    try {
      await act({
        run: () =>
          api.POST('/webhooks/{id}/replay', { params: { path: { id }, query: { after } } }),
        done: say('webhooks.replayed'),
        touches: ['webhook', 'deliveries'],
      });
      onClose();
    } catch (error) {
      setFault(error);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={say('webhooks.replay')}
      description={say('webhooks.replayText')}
      actions={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" disabled={!/^\d{1,18}$/.test(after)} onClick={() => void replay()}>
            {say('webhooks.replay')}
          </Button>
        </>
      }
    >
      <Field
        label={say('webhooks.replayAfter')}
        error={fault !== null && <Refused of={failureOf(fault)} />}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={after}
            onChange={({ target }) => setAfter(target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
