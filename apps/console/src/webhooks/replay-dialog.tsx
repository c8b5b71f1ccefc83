import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { useSay } from '../shared/texts/texts';
import { AskDialog } from '../shared/ui/ask-dialog';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';

/** Sends events again, those after one. */
export function ReplayDialog({
  onClose,
  id,
}: {
  readonly onClose: () => void;
  readonly id: string;
}) {
  const say = useSay();
  const [after, setAfter] = useState('');
  const replay = () =>
    act({
      run: () => api.POST('/webhooks/{id}/replay', { params: { path: { id }, query: { after } } }),
      done: say('webhooks.replayed'),
      touches: ['webhook', 'deliveries'],
    });
  return (
    <AskDialog
      onClose={onClose}
      title={say('webhooks.replay')}
      description={say('webhooks.replayText')}
      act={say('webhooks.replay')}
      isReady={/^\d{1,18}$/.test(after)}
      onAct={replay}
    >
      {(error) => (
        <Field label={say('webhooks.replayAfter')} error={error}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={after}
              onChange={({ target }) => setAfter(target.value)}
            />
          )}
        </Field>
      )}
    </AskDialog>
  );
}
