import { useState } from 'react';
import type { ReactNode } from 'react';
import { act } from '../shared/act/act';
import { useRun } from '../shared/act/use-run';
import { failureOf } from '../shared/api/errors';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { Refused } from '../shared/ui/refused';
import { store, storedValue } from './properties.queries';

/** Stores a property that nobody has stored yet. */
export function NewPropertyDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<ReactNode>(null);
  const { isBusy, run } = useRun();
  const close = () => {
    setKey('');
    setValue('');
    setFault(null);
    onClose();
  };
  const add = async () => {
    try {
      if ((await storedValue(key)) !== null) {
        setFault(say('system.exists'));
        return;
      }
      await act({
        run: () => store(key, value),
        done: say('system.saved', { key: plain(key) }),
        touches: ['properties'],
        undo: () => store(key, null),
      });
      close();
    } catch (error) {
      setFault(<Refused of={failureOf(error)} />);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={close}
      title={say('system.add')}
      actions={
        <>
          <Button disabled={isBusy} onClick={close}>
            {say('common.cancel')}
          </Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={key === ''}
            onClick={() => void run(add)}
          >
            {say('system.add')}
          </Button>
        </>
      }
    >
      <Field label={say('form.key')} error={fault}>
        {(control) => (
          <Input {...control} value={key} onChange={({ target }) => setKey(target.value)} />
        )}
      </Field>
      <Field label={say('form.value')}>
        {(control) => (
          <Input {...control} value={value} onChange={({ target }) => setValue(target.value)} />
        )}
      </Field>
    </Dialog>
  );
}
