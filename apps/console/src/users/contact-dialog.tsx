import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { ListInput } from '../shared/form/list-input';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import type { TextKey } from '../shared/texts/texts';
import { AskDialog } from '../shared/ui/ask-dialog';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { NativeSelect } from '../shared/ui/native-select';
import type { Contact } from './users.queries';

/** Who sees whom, in words. RFC 6121, 2.1.2.5 */
export const SUBSCRIPTIONS: Readonly<Record<number, TextKey>> = {
  0: 'users.contacts.none',
  1: 'users.contacts.to',
  2: 'users.contacts.from',
  3: 'users.contacts.both',
};

/** What a person calls a contact, who of the two sees the other, and the groups it stands in. */
export function ContactDialog({
  username,
  contact,
  onClose,
}: {
  readonly username: string;
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [nickname, setNickname] = useState(contact.nickname ?? '');
  const [subscription, setSubscription] = useState(String(contact.subscriptionType));
  const [groups, setGroups] = useState<readonly string[]>(contact.groups);
  const { jid } = contact;
  const put = (body: Partial<Contact>) =>
    api.PUT('/users/{username}/roster/{jid}', {
      params: { path: { username, jid } },
      body,
    });
  /** What differs: a shared group's contact keeps the rest. */
  const changes = (): Partial<Contact> => ({
    ...(nickname.trim() !== (contact.nickname ?? '') && { nickname: nickname.trim() }),
    ...(subscription !== String(contact.subscriptionType) && {
      subscriptionType: Number(subscription),
    }),
    ...(groups.join('\n') !== contact.groups.join('\n') && { groups: [...groups] }),
  });
  return (
    <AskDialog
      title={say('users.contacts.edit', { name: plain(jid) })}
      act={say('common.save')}
      onClose={onClose}
      onAct={() =>
        act({
          run: () => put(changes()),
          undo: () => put({ ...contact, nickname: contact.nickname ?? '' }),
          done: say('users.contacts.changed', { name: plain(jid) }),
          touches: ['rosterOfUser'],
        })
      }
    >
      <Field label={say('users.contacts.nickname')}>
        {(control) => (
          <Input
            {...control}
            value={nickname}
            onChange={({ target }) => setNickname(target.value)}
          />
        )}
      </Field>
      <Field label={say('users.contacts.subscription')}>
        {({ id }) => (
          <NativeSelect
            id={id}
            value={subscription}
            choices={Object.entries(SUBSCRIPTIONS).map(([value, key]) => ({
              value,
              label: say(key),
            }))}
            onChange={setSubscription}
          />
        )}
      </Field>
      <Field label={say('users.contacts.groups')} hint={say('users.contacts.groupsHint')}>
        {(control) => <ListInput {...control} value={groups} onChange={setGroups} />}
      </Field>
    </AskDialog>
  );
}
