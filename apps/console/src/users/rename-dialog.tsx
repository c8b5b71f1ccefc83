import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { ifMatch } from '../shared/api/query';
import type { Tagged } from '../shared/api/query';
import { calledBy } from '../shared/people/called-by';
import { useOpen } from '../shared/screens/address';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { AskDialog } from '../shared/ui/ask-dialog';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
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
  const wanted = name.trim();
  const rename = (from: string, to: string, tag: string | null) =>
    api.PATCH('/users/{username}', {
      params: { path: { username: from } },
      headers: ifMatch(tag),
      body: { username: to },
    });
  const submit = async () => {
    await act({
      run: () => rename(username, wanted, user.tag),
      undo: async () => {
        await rename(wanted, username, null);
        open({ to: 'user', params: { name: username } }, true);
      },
      done: say('users.rename.done', { name: plain(wanted) }),
      touches: [...TOUCHED.filter((key) => key !== 'user')],
    });
    open({ to: 'user', params: { name: wanted } }, true);
  };
  return (
    <AskDialog
      onClose={onClose}
      title={say('users.rename.title', { name: calledBy(username, user.value.name) })}
      description={say('users.rename.text')}
      act={say('users.rename.rename')}
      isReady={wanted !== '' && wanted !== username}
      onAct={submit}
    >
      {(error) => (
        <Field
          label={say('users.fields.username')}
          hint={say('users.hints.username')}
          error={error}
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
      )}
    </AskDialog>
  );
}
