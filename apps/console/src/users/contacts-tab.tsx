import { Pencil, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { tryAct } from '../shared/act/act';
import { api } from '../shared/api/client';
import { useAnswer } from '../shared/api/query';
import { useMay } from '../shared/session/session';
import { formatList } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button, IconButton } from '../shared/ui/button';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { ContactDialog, SUBSCRIPTIONS } from './contact-dialog';
import { rosterOfUser } from './users.queries';
import type { Contact } from './users.queries';
import styles from './users.module.css';

/** The roster of a person. */
export default function ContactsTab({ username }: { readonly username: string }) {
  const say = useSay();
  const may = useMay();
  const [jid, setJid] = useState('');
  const [nickname, setNickname] = useState('');
  const [edited, setEdited] = useState<Contact | null>(null);
  const { data: contacts, error, refetch } = useAnswer(rosterOfUser, username);
  if (error && !contacts) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!contacts) return <Skeleton />;
  const touches = ['rosterOfUser'];
  const path = (one: string) => ({ params: { path: { username, jid: one } } });
  const put = (body: Partial<Contact> & Pick<Contact, 'jid'>) =>
    api.POST('/users/{username}/roster', { params: { path: { username } }, body });
  const remove = (contact: Contact) =>
    tryAct({
      run: () => api.DELETE('/users/{username}/roster/{jid}', path(contact.jid)),
      undo: () => put(contact),
      done: say('users.contacts.removed', { name: plain(contact.jid) }),
      touches,
    });
  const add = () =>
    tryAct({
      run: () => put({ jid: jid.trim(), nickname: nickname.trim(), subscriptionType: 3 }),
      undo: () => api.DELETE('/users/{username}/roster/{jid}', path(jid.trim())),
      done: say('users.contacts.added', { name: plain(jid.trim()) }),
      touches,
    });
  return (
    <>
      {may('rosters:write') && (
        <form
          className={styles['add']}
          onSubmit={(event) => {
            event.preventDefault();
            void add().then((isDone) => {
              if (!isDone) return;
              setJid('');
              setNickname('');
            });
          }}
        >
          <Field label={say('users.contacts.jid')}>
            {(control) => (
              <Input
                {...control}
                value={jid}
                required
                onChange={({ target }) => setJid(target.value)}
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label={say('users.contacts.nickname')}>
            {(control) => (
              <Input
                {...control}
                value={nickname}
                onChange={({ target }) => setNickname(target.value)}
              />
            )}
          </Field>
          <Button icon={Plus} isSubmit>
            {say('users.contacts.add')}
          </Button>
        </form>
      )}
      {contacts.length === 0 ? (
        <Empty title={say('users.contacts.empty')} />
      ) : (
        <ul className={styles['rows']}>
          {contacts.map((contact) => (
            <li key={contact.jid}>
              <span>
                {plain(contact.nickname || contact.jid)}
                <br />
                <span className={styles['details']}>
                  {plain(contact.jid)} · {say(SUBSCRIPTIONS[contact.subscriptionType]!)}
                  {contact.groups.length > 0 && ` · ${formatList(contact.groups.map(plain))}`}
                </span>
              </span>
              {may('rosters:write') && (
                <span>
                  <IconButton
                    icon={Pencil}
                    label={say('users.contacts.edit', { name: plain(contact.jid) })}
                    onClick={() => setEdited(contact)}
                  />
                  <IconButton
                    icon={X}
                    label={say('users.contacts.remove', { name: plain(contact.jid) })}
                    onClick={() => void remove(contact)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <ContactDialog username={username} contact={edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
