import { useState } from 'react';
import { useRun } from '../shared/act/use-run';
import { api } from '../shared/api/client';
import { Fault } from '../shared/ui/refused';
import { changed } from '../shared/api/staleness';
import { PasswordInput } from '../shared/form/password-input';
import { generatePassword } from '../shared/form/passwords';
import { calledBy } from '../shared/people/called-by';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { Field } from '../shared/ui/field';
import { Checkbox } from '../shared/ui/checkbox';
import { PasswordOnce } from './password-once';
import styles from './users.module.css';

/** A new password, made up unless somebody types one, shown once. */
export function PasswordDialog({
  username,
  fullName,
  onClose,
}: {
  readonly username: string;
  readonly fullName?: string | undefined;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const may = useMay();
  const [password, setPassword] = useState(generatePassword);
  const [endsSessions, setEndsSessions] = useState(true);
  const { isBusy, fault, run } = useRun();
  const [isDone, setDone] = useState(false);
  const name = calledBy(username, fullName);
  const params = { path: { username } };
  const submit = () =>
    run(async () => {
      await api.PATCH('/users/{username}', { params, body: { password } });
      if (endsSessions && may('sessions:write'))
        await api.DELETE('/sessions/{username}', { params });
      await changed('user', 'sessionsOfUser');
      setDone(true);
    });
  if (isDone) {
    return (
      <PasswordOnce
        of={{ username, name: fullName, password }}
        title={say('users.password.done', { name })}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      title={say('users.password.title', { name })}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {say('common.cancel')}
          </Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={password === ''}
            onClick={() => void submit()}
          >
            {say('users.password.act')}
          </Button>
        </>
      }
    >
      <div className={styles['fields']}>
        <Field label={say('users.fields.password')}>
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              onValue={setPassword}
            />
          )}
        </Field>
        {may('sessions:write') && (
          <Checkbox
            isOn={endsSessions}
            onChange={setEndsSessions}
            label={say('users.password.endSessions')}
          />
        )}
      </div>
      {fault !== null && <Fault of={fault} />}
    </Dialog>
  );
}
