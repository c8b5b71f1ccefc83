import { useSay } from '../shared/texts/texts';
import { formatClock, formatDate, formatTime } from '../shared/texts/formats';
import { Badge } from '../shared/ui/badge';
import type { User } from './users.fields';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day, or the hour if it is less than a day away. */
const brief = (time: Date): string =>
  time.getTime() - Date.now() < DAY_MS ? formatClock(time) : formatDate(time);

/** Locked, with the end, or online; nothing where neither is known. In a list there is little room. */
export function UserState({ user, isInList = false }: { user: User; isInList?: boolean }) {
  const say = useSay();
  const format = isInList ? brief : formatTime;
  if (user.locked) {
    return (
      <Badge kind="danger">
        {user.lockedUntil
          ? say('users.lockedUntil', { time: format(new Date(user.lockedUntil)) })
          : say('users.locked')}
      </Badge>
    );
  }
  if (user.online) return <Badge kind="ok">{say('users.online')}</Badge>;
  return null;
}

/** What the account may do beside chatting, as far as those who look may know. */
export function UserRights({ user }: { user: User }) {
  const say = useSay();
  if (user.administrator) return <Badge kind="accent">{say('users.fields.administrator')}</Badge>;
  if (user.role) return <Badge kind="accent">{say(`users.choices.role.${user.role}`)}</Badge>;
  return null;
}
