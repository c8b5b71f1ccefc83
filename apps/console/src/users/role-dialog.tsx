import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { calledBy } from '../shared/people/called-by';
import { useSay } from '../shared/texts/texts';
import { AskDialog } from '../shared/ui/ask-dialog';
import { Field } from '../shared/ui/field';
import { NativeSelect } from '../shared/ui/native-select';
import { TOUCHED } from './user-acts';
import { ROLES } from './users.fields';
import type { User } from './users.fields';

type Role = (typeof ROLES)[number];
const CHOICES = ['none', ...ROLES] as const;

const give = async (username: string, role: Role | 'none'): Promise<void> => {
  const params = { path: { username } };
  if (role === 'none') await api.DELETE('/users/{username}/role', { params });
  else await api.PUT('/users/{username}/role', { params, body: { role } });
};

/** What an account may do in this console. */
export function RoleDialog({
  user,
  onClose,
}: {
  readonly user: User;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const { username } = user;
  const before: Role | 'none' = user.role ?? 'none';
  const [role, setRole] = useState<Role | 'none'>(before);
  const name = calledBy(username, user.name);
  const submit = () =>
    act({
      run: () => give(username, role),
      undo: () => give(username, before),
      done: say('users.role.done', { name }),
      touches: TOUCHED,
    });
  return (
    <AskDialog
      onClose={onClose}
      title={say('users.role.title', { name })}
      description={say('users.role.text')}
      act={say('common.save')}
      isReady={role !== before}
      onAct={submit}
    >
      {(error) => (
        <Field
          label={say('users.fields.role')}
          hint={say(`users.role.about.${role}`)}
          error={error}
        >
          {(control) => (
            <NativeSelect<Role | 'none'>
              {...control}
              value={role}
              choices={CHOICES.map((value) => ({
                value,
                label: say(value === 'none' ? 'users.role.none' : `users.choices.role.${value}`),
              }))}
              onChange={setRole}
            />
          )}
        </Field>
      )}
    </AskDialog>
  );
}
