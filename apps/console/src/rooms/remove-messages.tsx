import { useState } from 'react';
import { changed, isStatus } from '../shared/api/staleness';
import { api } from '../shared/api/client';
import { formatNumber } from '../shared/texts/formats';
import { plain, plainLines } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Checkbox } from '../shared/ui/checkbox';
import { Confirm } from '../shared/ui/confirm';
import { ReasonField } from '../shared/ui/reason-field';
import { toast } from '../shared/ui/toast';
import { readAllOf, retractMessages } from './history.queries';
import type { Message } from './history.queries';
import { keyOf, nicknameOf } from './history-view';
import styles from './rooms.module.css';

/** Of those that are asked about, so many are shown. */
const MOST_SHOWN = 5;

/** What is to be removed. */
export interface Removal {
  /** on the page */
  readonly messages: readonly Message[];
  /** all of this person, also what is not on the page */
  readonly sender?: { readonly jid: string; readonly name: string };
}

/** Asks once, and takes messages back for everybody in one request, or deletes them here one by one. */
export function RemoveMessages({
  removal: { messages, sender },
  service,
  name,
  onDeleted,
  onRetracted,
  onClose,
}: {
  readonly removal: Removal;
  readonly service: string;
  readonly name: string;
  readonly onDeleted: (message: Message) => void;
  /** those on the page */
  readonly onRetracted: (messages: readonly Message[], reason: string) => void;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [isForAll, setForAll] = useState(true);
  const [reason, setReason] = useState('');
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null);
  const counted = { count: messages.length, number: formatNumber(messages.length) };
  const retract = async () => {
    const ids = messages.map(({ id }) => id!);
    const which = sender ? { sender: sender.jid } : { ids };
    const count = await retractMessages(service, name, { ...which, ...(reason && { reason }) });
    // what the room itself has said stays
    if (sender || count === messages.length) onRetracted(messages, reason);
    toast(say('rooms.history.retracted', { count, number: formatNumber(count) }));
  };
  const remove = async () => {
    const all = sender ? await readAllOf(service, name, sender.jid) : messages;
    const count = all.length;
    try {
      for (const [done, message] of all.entries()) {
        setProgress({ done, count });
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
      toast(say('rooms.history.deleted', { count, number: formatNumber(count) }));
    } finally {
      setProgress(null);
    }
  };
  const progressWords = progress && {
    processed: formatNumber(progress.done),
    lines: formatNumber(progress.count),
  };
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={
        sender
          ? say('rooms.history.deleteAllTitle', { name: sender.name })
          : say('rooms.history.deleteTitle', counted)
      }
      act={
        sender
          ? say('rooms.history.deleteAll', { name: sender.name })
          : say('rooms.history.deleteMany', counted)
      }
      onConfirm={() => (isForAll ? retract() : remove()).finally(() => void changed('history'))}
    >
      {progressWords ? (
        <p>
          <progress
            max={progress.count}
            value={progress.done}
            aria-label={say('progress.lines', progressWords)}
          />{' '}
          {say('progress.running', progressWords)}
        </p>
      ) : (
        <>
          <Checkbox isOn={isForAll} onChange={setForAll} label={say('rooms.history.forAll')} />
          <p>{say(isForAll ? 'rooms.history.forAllText' : 'rooms.history.deleteText')}</p>
          {isForAll && (
            <ReasonField
              label={say('rooms.reason')}
              hint={say('rooms.reasonHint')}
              value={reason}
              onChange={setReason}
            />
          )}
        </>
      )}
      {messages.slice(0, MOST_SHOWN).map((message) => (
        <blockquote key={keyOf(message)} className={styles['body']}>
          {plain(nicknameOf(message))}: {plainLines(message.body)}
        </blockquote>
      ))}
      {messages.length > MOST_SHOWN && (
        <p>{say('progress.others', { number: formatNumber(messages.length - MOST_SHOWN) })}</p>
      )}
    </Confirm>
  );
}
