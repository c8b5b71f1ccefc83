import { useState } from 'react';
import { useAnswer } from '../shared/api/query';
import { JobDialog } from '../shared/jobs/job-dialog';
import { AllCalled } from '../shared/people/called';
import { findGroups } from '../shared/people/find-names';
import { isSelf } from '../shared/session/session';
import { formatList, formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Field } from '../shared/ui/field';
import { Input, TextArea } from '../shared/ui/input';
import { NativeSelect } from '../shared/ui/native-select';
import { Picker, useSettled } from '../shared/ui/picker';
import type { Bulk } from './user-list';
import { useLockFields } from './lock-fields';
import { TOUCHED } from './user-acts';
import { groupsLike } from './users.queries';
import styles from './users.module.css';

interface Props {
  readonly names: readonly string[];
  readonly onClose: (isDone: boolean) => void;
}

/** Up to so many recipients the facts are enough; above, their number has to be typed. */
const TYPED_ABOVE = 100;

/** What is done with several users: always one job. */
export default function BulkDialog({ bulk, ...props }: Props & { readonly bulk: Bulk }) {
  const Chosen = DIALOGS[bulk];
  return <Chosen {...props} />;
}

const nameOf = ({ username }: { readonly username?: unknown }) => String(username);

/** "Lock: 12 users" */
function useTitle(): (act: string, names: readonly string[]) => string {
  const say = useSay();
  return (act, { length: count }) =>
    say('users.bulk.of', { act, count, number: formatNumber(count) });
}

/** Those who may be locked or deleted: everybody but oneself. */
function WhoIsMeant({ names }: { readonly names: readonly string[] }) {
  const say = useSay();
  const others = names.filter((name) => !isSelf(name));
  return (
    <p>
      <AllCalled people={others} />
      {others.length < names.length && <strong> {say('users.bulk.withoutSelf')}</strong>}
    </p>
  );
}

function Group({ names, onClose }: Props) {
  const say = useSay();
  const title = useTitle();
  const [group, setGroup] = useState('');
  const [action, setAction] = useState<'add' | 'remove'>('add');
  const labels = { add: say('users.bulk.groupAdd'), remove: say('users.bulk.groupRemove') };
  const name = useSettled(group.trim());
  const { data: like, isPending } = useAnswer(groupsLike, name);
  const isMissing = like?.isThere === false;
  const isReady = name !== '' && name === group.trim() && !isPending && !isMissing;
  return (
    <JobDialog
      title={title(say('users.bulk.group'), names)}
      act={labels[action]}
      type="memberships"
      isDangerous={action === 'remove'}
      lines={isReady ? names.map((jid) => ({ group: name, jid, action })) : []}
      nameOf={({ jid }) => String(jid)}
      touches={['groups', 'group', 'groupMembers', 'groupsOfUser', 'users']}
      onClose={onClose}
    >
      <div className={styles['fields']}>
        <Field label={say('users.bulk.groupAct')}>
          {({ id }) => (
            <NativeSelect<'add' | 'remove'>
              id={id}
              value={action}
              choices={(['add', 'remove'] as const).map((value) => ({
                value,
                label: labels[value],
              }))}
              onChange={setAction}
            />
          )}
        </Field>
        <Field
          label={say('users.memberships.group')}
          error={
            isMissing &&
            (like.others.length > 0
              ? say('users.bulk.groupMeant', {
                  name: plain(name),
                  other: formatList(like.others.map(plain)),
                })
              : say('users.bulk.groupMissing', { name: plain(name) }))
          }
        >
          {(control) => <Picker {...control} value={group} onChange={setGroup} find={findGroups} />}
        </Field>
      </div>
    </JobDialog>
  );
}

function Lock({ names, onClose }: Props) {
  const say = useSay();
  const title = useTitle();
  const { fields, isReady, lockoutNow } = useLockFields();
  const others = names.filter((name) => !isSelf(name));
  const act = title(say('users.lock.lock'), others);
  return (
    <JobDialog
      title={act}
      act={act}
      type="lockouts"
      isDangerous
      lines={isReady ? others.map((username) => ({ username, ...lockoutNow() })) : []}
      nameOf={nameOf}
      touches={TOUCHED}
      onClose={onClose}
    >
      <p>{say('users.bulk.lockText')}</p>
      <WhoIsMeant names={names} />
      {fields}
    </JobDialog>
  );
}

function Unlock({ names, onClose }: Props) {
  const say = useSay();
  const act = useTitle()(say('users.lock.unlock'), names);
  return (
    <JobDialog
      title={act}
      act={act}
      type="lockouts"
      lines={names.map((username) => ({ username, action: 'remove' }))}
      nameOf={nameOf}
      touches={TOUCHED}
      onClose={onClose}
    >
      <p>{say('users.bulk.unlockText')}</p>
      <WhoIsMeant names={names} />
    </JobDialog>
  );
}

function End({ names, onClose }: Props) {
  const say = useSay();
  const act = useTitle()(say('users.sessions.endAll'), names);
  return (
    <JobDialog
      title={act}
      act={act}
      type="sessions"
      isDangerous
      lines={names.map((jid) => ({ jid }))}
      nameOf={({ jid }) => String(jid)}
      touches={['sessions', 'sessionsOfUser', ...TOUCHED]}
      onClose={onClose}
    >
      <p>{say('users.bulk.endText')}</p>
    </JobDialog>
  );
}

function Message({ names, onClose }: Props) {
  const say = useSay();
  const title = useTitle();
  const [body, setBody] = useState('');
  const [subject, setSubject] = useState('');
  const about = subject.trim();
  const act = title(say('users.message'), names);
  const message = { body, ...(about !== '' && { subject: about }) };
  return (
    <JobDialog
      title={act}
      act={act}
      type="messages"
      {...(names.length > TYPED_ABOVE && { typed: String(names.length) })}
      lines={body.trim() === '' ? [] : names.map((receiver) => ({ receiver, ...message }))}
      nameOf={({ receiver }) => String(receiver)}
      touches={[]}
      onClose={onClose}
    >
      <div className={styles['fields']}>
        <p>{say('users.bulk.messageText')}</p>
        <Field label={say('users.bulk.subject')} hint={say('users.bulk.subjectHint')}>
          {(control) => (
            <Input
              {...control}
              value={subject}
              maxLength={255}
              onChange={({ target }) => setSubject(target.value)}
            />
          )}
        </Field>
        <Field label={say('users.bulk.body')}>
          {(control) => (
            <TextArea
              {...control}
              value={body}
              rows={5}
              onChange={({ target }) => setBody(target.value)}
            />
          )}
        </Field>
      </div>
    </JobDialog>
  );
}

function Delete({ names, onClose }: Props) {
  const say = useSay();
  const title = useTitle();
  const others = names.filter((name) => !isSelf(name));
  const act = title(say('users.delete.delete'), others);
  return (
    <JobDialog
      title={act}
      act={act}
      type="users"
      isDangerous
      typed={others.length === 1 ? others[0]! : String(others.length)}
      lines={others.map((username) => ({ username, action: 'remove' }))}
      nameOf={nameOf}
      touches={TOUCHED}
      onClose={onClose}
    >
      <p>{say('users.bulk.deleteText')}</p>
      <WhoIsMeant names={names} />
    </JobDialog>
  );
}

const DIALOGS = {
  group: Group,
  lock: Lock,
  unlock: Unlock,
  end: End,
  message: Message,
  delete: Delete,
} satisfies Record<Bulk, unknown>;
