import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { failureOf } from '../shared/api/errors';
import { ifMatch } from '../shared/api/query';
import type { Tagged } from '../shared/api/query';
import { calledBy } from '../shared/people/called-by';
import { useOpen } from '../shared/screens/address';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { Refused } from '../shared/ui/refused';
import { TOUCHED } from './user-acts';
import type { User } from './users.fields';

/** Another user name; groups, rooms and contacts come along. */
export function RenameDialog({
  user,
  onClose,
}: {
  readonly user: Tagged<User>;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const open = useOpen();
  const { username } = user.value;
  const [name, setName] = useState(username);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const wanted = name.trim();
  const rename = (from: string, to: string, tag: string | null) =>
    api.PATCH('/users/{username}', {
      params: { path: { username: from } },
      headers: ifMatch(tag),
      body: { username: to },
    });
  const submit = async () => {
    setBusy(true);
    setFault(null);
    try {
      await act({
        run: () => rename(username, wanted, user.tag),
        undo: async () => {
          await rename(wanted, username, null);
          open({ to: 'user', params: { name: username } }, true);
        },
        done: say('users.rename.done', { name: plain(wanted) }),
        touches: [...TOUCHED.filter((key) => key !== 'user')],
      });
      onClose();
      open({ to: 'user', params: { name: wanted } }, true);
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('users.rename.title', { name: calledBy(username, user.value.name) })}
      description={say('users.rename.text')}
      actions={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={wanted === '' || wanted === username}
            onClick={() => void submit()}
          >
            {say('users.rename.rename')}
          </Button>
        </>
      }
    >
      <Field
        label={say('users.fields.username')}
        hint={say('users.hints.username')}
        error={fault !== null && <Refused of={failureOf(fault)} />}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={({ target }) => setName(target.value)}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
    </Dialog>
  );
}
