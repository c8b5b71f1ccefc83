import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { failureOf } from '../shared/api/errors';
import { calledBy } from '../shared/people/called-by';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { Field } from '../shared/ui/field';
import { NativeSelect } from '../shared/ui/native-select';
import { Refused } from '../shared/ui/refused';
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
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const name = calledBy(username, user.name);
  const submit = async () => {
    setBusy(true);
    setFault(null);
    try {
      await act({
        run: () => give(username, role),
        undo: () => give(username, before),
        done: say('users.role.done', { name }),
        touches: TOUCHED,
      });
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
      title={say('users.role.title', { name })}
      description={say('users.role.text')}
      actions={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={role === before}
            onClick={() => void submit()}
          >
            {say('common.save')}
          </Button>
        </>
      }
    >
      <Field
        label={say('users.fields.role')}
        hint={say(`users.role.about.${role}`)}
        error={fault !== null && <Refused of={failureOf(fault)} />}
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
    </Dialog>
  );
}
