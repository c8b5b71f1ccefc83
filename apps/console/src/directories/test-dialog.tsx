import { dataOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import { useState } from 'react';
import { useRun } from '../shared/act/use-run';
import { api } from '../shared/api/client';
import { formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { Fault } from '../shared/ui/refused';
import styles from './directories.module.css';

type Step = components['schemas']['Step'];

const KINDS = { ok: 'ok', failed: 'danger', skipped: 'plain' } as const;

/** Tries a directory step by step, and the password of a person, which is forgotten at once. */
export function TestDialog({
  name,
  onClose,
}: {
  readonly name: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const { isBusy, fault, run } = useRun();
  const test = () =>
    run(async () => {
      setSteps([]);
      setPassword('');
      const params = { path: { name } };
      const body = username || password ? { username, password } : undefined;
      const tried = await dataOf(
        api.POST('/directories/{name}/test', { params, ...(body && { body }) }),
      );
      setSteps(tried.steps);
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('directories.testTitle', { name: plain(name) })}
      description={say('directories.testText')}
      actions={
        <>
          <Button onClick={onClose}>{say('common.close')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void test()}>
            {say('directories.test')}
          </Button>
        </>
      }
    >
      <Field label={say('signIn.username')} hint={say('directories.loginHint')}>
        {(control) => (
          <Input
            {...control}
            value={username}
            onChange={({ target }) => setUsername(target.value)}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={say('signIn.password')}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      <div role="status" aria-label={say('results.title')}>
        <ol className={styles['steps']}>
          {steps.map((step, at) => (
            <li key={at}>
              <Badge kind={KINDS[step.outcome]}>
                {say(`directories.outcomes.${step.outcome}`)}
              </Badge>
              {say(`directories.steps.${step.name}`)}
              {step.outcome !== 'skipped' &&
                ` · ${say('directories.milliseconds', { number: formatNumber(step.milliseconds) })}`}
              {step.message && (
                <div className={styles['found']}>
                  <Found of={step} />
                </div>
              )}
            </li>
          ))}
        </ol>
      </div>
      {fault !== null && <Fault of={fault} />}
    </Dialog>
  );
}

/** What the service says of people and groups, by the key of its text. */
const FOUND = {
  people: /^(\d+) people$/,
  groups: /^(\d+) groups$/,
  disabled: /^(\d+) of them disabled$/,
  strangers: /^(\d+) members are none of the people$/,
} as const;

/** What was found, in the language of the page where it is known. */
function Found({ of: { name, outcome, message = '' } }: { readonly of: Step }) {
  const say = useSay();
  const login = name === 'login' ? sayIfKnown(`directories.logins.${message}`) : null;
  if (login !== null) return <span>{login}</span>;
  const isCounted = outcome === 'ok' && (name === 'people' || name === 'groups');
  return (isCounted ? message.split(', ') : [message]).map((part) => {
    const kind = (Object.keys(FOUND) as (keyof typeof FOUND)[]).find((one) =>
      FOUND[one].test(part),
    );
    if (kind === undefined)
      return (
        <span key={part} lang="en">
          {plain(part)}
        </span>
      );
    const [, number] = FOUND[kind].exec(part)!;
    return (
      <span key={part}>
        {say(`directories.found.${kind}`, { number: formatNumber(Number(number)) })}
      </span>
    );
  });
}
