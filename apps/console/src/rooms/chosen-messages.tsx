import { Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { changed, isStatus } from '../shared/api/staleness';
import { api } from '../shared/api/client';
import { useName } from '../shared/people/names';
import { usernameOf } from '../shared/people/username-of';
import { useDomain } from '../shared/session/domain';
import { formatNumber } from '../shared/texts/formats';
import { plain, plainLines } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import { toastFailure } from '../shared/ui/refused';
import { toast } from '../shared/ui/toast';
import { readAllOf } from './history.queries';
import type { Message } from './history.queries';
import { authorOf, isSenderKnown, keyOf, nicknameOf } from './history-view';
import styles from './rooms.module.css';

/** Of those that are asked about, so many are shown. */
const MOST_SHOWN = 5;
/** Of the authors of what is chosen. */
const MOST_AUTHORS = 3;

/** What is done with chosen messages; nothing while none are. */
export function ChosenMessages({
  service,
  name,
  messages,
  chosen,
  onChoose,
  onGather,
  onDelete,
  onClear,
}: {
  readonly service: string;
  readonly name: string;
  /** those on the page */
  readonly messages: readonly Message[];
  readonly chosen: readonly Message[];
  readonly onChoose: (messages: readonly Message[], isChosen: boolean) => void;
  /** all of one author, also those that are not on the page */
  readonly onGather: (messages: readonly Message[]) => void;
  readonly onDelete: (messages: readonly Message[]) => void;
  readonly onClear: () => void;
}) {
  const say = useSay();
  const count = chosen.length;
  if (count === 0) return null;
  const authors = new Map(chosen.map((message) => [authorOf(message), message]));
  return (
    <div className={styles['chosen']} role="region" aria-label={say('list.selection')}>
      <strong role="status">{say('list.selected', { count })}</strong>
      {[...authors].slice(0, MOST_AUTHORS).map(([author, message]) => {
        if (isSenderKnown(message)) {
          return (
            <AllOfSender
              key={author}
              service={service}
              name={name}
              sender={author}
              onGather={onGather}
            />
          );
        }
        const all = messages.filter((one) => one.id !== undefined && authorOf(one) === author);
        return (
          <Button key={author} onClick={() => onChoose(all, true)}>
            {say('rooms.history.allOf', {
              nickname: plain(nicknameOf(message)),
              number: formatNumber(all.length),
            })}
          </Button>
        );
      })}
      <Button kind="danger" icon={Trash2} onClick={() => onDelete(chosen)}>
        {say('rooms.history.deleteMany', { count, number: formatNumber(count) })}
      </Button>
      <Button kind="quiet" icon={X} onClick={onClear}>
        {say('list.selectNone')}
      </Button>
    </div>
  );
}

/** Chooses all that one person has said in the room, under whichever nickname. */
function AllOfSender({
  service,
  name,
  sender,
  onGather,
}: {
  readonly service: string;
  readonly name: string;
  /** bare JID */
  readonly sender: string;
  readonly onGather: (messages: readonly Message[]) => void;
}) {
  const say = useSay();
  const username = usernameOf(sender, useDomain());
  const called = useName(username);
  const [count, setCount] = useState<number | null>(null);
  const gather = async () => {
    setCount(0);
    try {
      const found = await readAllOf(service, name, sender, setCount);
      onGather(found.filter(({ id }) => id !== undefined));
    } catch (error) {
      toastFailure(error);
    } finally {
      setCount(null);
    }
  };
  const shown = plain(username ?? sender);
  return (
    <Button isBusy={count !== null} onClick={() => void gather()}>
      {count === null
        ? say('rooms.history.allOfSender', { name: called ? `${plain(called)} (${shown})` : shown })
        : say('rooms.history.gathering', { number: formatNumber(count) })}
    </Button>
  );
}

/** Asks once, and deletes messages one by one; those that have gone meanwhile are no fault. */
export function DeleteMessages({
  messages,
  service,
  name,
  onDeleted,
  onClose,
}: {
  readonly messages: readonly Message[];
  readonly service: string;
  readonly name: string;
  readonly onDeleted: (message: Message) => void;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const count = messages.length;
  const [deleted, setDeleted] = useState<number | null>(null);
  const counted = { count, number: formatNumber(count) };
  const of = (done: number) => ({ processed: formatNumber(done), lines: formatNumber(count) });
  const remove = async () => {
    try {
      for (const [index, message] of messages.entries()) {
        setDeleted(index);
        const path = { roomName: name, id: message.id! };
        await api
          .DELETE('/chatrooms/{roomName}/chathistory/{id}', {
            params: { path, query: { servicename: service } },
          })
          .catch((error: unknown) => {
            if (!isStatus(error, 404)) throw error;
          });
        onDeleted(message);
      }
      toast(say('rooms.history.deleted', counted));
    } finally {
      setDeleted(null);
      void changed('history');
    }
  };
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={say('rooms.history.deleteTitle', counted)}
      act={say('rooms.history.deleteMany', counted)}
      onConfirm={remove}
    >
      {deleted === null ? (
        <p>{say('rooms.history.deleteText')}</p>
      ) : (
        <p>
          <progress max={count} value={deleted} aria-label={say('progress.lines', of(deleted))} />{' '}
          {say('progress.running', of(deleted))}
        </p>
      )}
      {messages.slice(0, MOST_SHOWN).map((message) => (
        <blockquote key={keyOf(message)} className={styles['body']}>
          {plain(nicknameOf(message))}: {plainLines(message.body)}
        </blockquote>
      ))}
      {count > MOST_SHOWN && (
        <p>{say('progress.others', { number: formatNumber(count - MOST_SHOWN) })}</p>
      )}
    </Confirm>
  );
}
