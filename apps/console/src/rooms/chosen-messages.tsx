import { Trash2, X } from 'lucide-react';
import { useName } from '../shared/people/names';
import { usernameOf } from '../shared/people/username-of';
import { useDomain } from '../shared/session/domain';
import { formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import type { Message } from './history.queries';
import { authorOf, isSenderKnown, nicknameOf } from './history-view';
import type { Removal } from './remove-messages';
import styles from './rooms.module.css';

/** Of the authors of what is chosen. */
const MOST_AUTHORS = 3;

/** What is done with chosen messages; nothing while none are. */
export function ChosenMessages({
  messages,
  chosen,
  onChoose,
  onRemove,
  onClear,
}: {
  /** those on the page that can be chosen */
  readonly messages: readonly Message[];
  readonly chosen: readonly Message[];
  readonly onChoose: (messages: readonly Message[], isChosen: boolean) => void;
  readonly onRemove: (removal: Removal) => void;
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
        const all = messages.filter((one) => authorOf(one) === author);
        if (isSenderKnown(message)) {
          return (
            <AllOfSender
              key={author}
              sender={author}
              onRemove={(name) => onRemove({ messages: all, sender: { jid: author, name } })}
            />
          );
        }
        return (
          <Button key={author} onClick={() => onChoose(all, true)}>
            {say('rooms.history.allOf', {
              nickname: plain(nicknameOf(message)),
              number: formatNumber(all.length),
            })}
          </Button>
        );
      })}
      <Button kind="danger" icon={Trash2} onClick={() => onRemove({ messages: chosen })}>
        {say('rooms.history.deleteMany', { count, number: formatNumber(count) })}
      </Button>
      <Button kind="quiet" icon={X} onClick={onClear}>
        {say('list.selectNone')}
      </Button>
    </div>
  );
}

/** Removes all that one person has said in the room, under whichever nickname. */
function AllOfSender({
  sender,
  onRemove,
}: {
  /** bare JID */
  readonly sender: string;
  readonly onRemove: (name: string) => void;
}) {
  const say = useSay();
  const username = usernameOf(sender, useDomain());
  const called = useName(username);
  const shown = plain(username ?? sender);
  const name = called ? `${plain(called)} (${shown})` : shown;
  return (
    <Button kind="danger" onClick={() => onRemove(name)}>
      {say('rooms.history.deleteAll', { name })}
    </Button>
  );
}
