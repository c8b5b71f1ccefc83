import { Trash2 } from 'lucide-react';
import { whoOf } from '../shared/people/named';
import { Account } from '../shared/people/person';
import { usernameOf } from '../shared/people/username-of';
import { useDomain } from '../shared/session/domain';
import { formatClock, formatTime } from '../shared/texts/formats';
import { plain, plainLines } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { IconButton } from '../shared/ui/button';
import { Checkbox } from '../shared/ui/checkbox';
import type { Message } from './history.queries';
import { isRemovable, nicknameOf } from './history-view';
import styles from './rooms.module.css';

/** What somebody said, with who that was. */
export function HistoryLine({
  message,
  mayDelete,
  isChosen,
  onChoose,
  onDelete,
}: {
  readonly message: Message;
  readonly mayDelete: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onDelete: () => void;
}) {
  const say = useSay();
  const author = usernameOf(message.delay_from, useDomain());
  const nickname = plain(nicknameOf(message));
  const time = formatClock(new Date(message.delay_stamp));
  const mayRemove = mayDelete && isRemovable(message);
  return (
    <p className={styles['line']}>
      {mayRemove && (
        <Checkbox
          isOn={isChosen}
          onChange={onChoose}
          label={say('rooms.history.select', { nickname, time })}
          isLabelShown={false}
        />
      )}
      <time dateTime={message.delay_stamp}>{time}</time>
      <span>
        <strong title={plain(message.delay_from)}>{nickname}</strong>{' '}
        {author !== null && (
          <>
            <span className={styles['address']}>
              <Account username={author} />
            </span>{' '}
          </>
        )}
        {message.retracted === undefined ? (
          <span className={styles['body']}>{plainLines(message.body)}</span>
        ) : (
          <Tombstone of={message} />
        )}
      </span>
      {mayRemove && (
        <IconButton icon={Trash2} label={say('rooms.history.delete')} onClick={onDelete} />
      )}
    </p>
  );
}

/** In the place of a message that was taken back: who did so, and why. */
function Tombstone({ of: { retracted, retractedBy, reason } }: { readonly of: Message }) {
  const say = useSay();
  const time = formatTime(new Date(retracted!));
  const words = retractedBy
    ? say('rooms.history.retractedBy', { who: plain(whoOf(retractedBy).name), time })
    : say('rooms.history.retractedAt', { time });
  return <em className={styles['tombstone']}>{reason ? `${words}: ${plain(reason)}` : words}</em>;
}
