import { Trash2, X } from 'lucide-react';
import { changed, isStatus } from '../shared/api/staleness';
import { api } from '../shared/api/client';
import { formatNumber } from '../shared/texts/formats';
import { plain, plainLines } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import { toast } from '../shared/ui/toast';
import type { Message } from './history.queries';
import { authorOf, keyOf, nicknameOf } from './history-view';
import styles from './rooms.module.css';

/** Of those that are asked about, so many are shown. */
const MOST_SHOWN = 5;
/** Of the authors of what is chosen. */
const MOST_AUTHORS = 3;

/** What is done with chosen messages; nothing while none are. */
export function ChosenMessages({
  messages,
  chosen,
  onChoose,
  onDelete,
  onClear,
}: {
  /** those on the page */
  readonly messages: readonly Message[];
  readonly chosen: readonly Message[];
  readonly onChoose: (messages: readonly Message[], isChosen: boolean) => void;
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
  const counted = { count, number: formatNumber(count) };
  const remove = async () => {
    try {
      for (const message of messages) {
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
      <p>{say('rooms.history.deleteText')}</p>
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
