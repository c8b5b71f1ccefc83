import { useAnswer } from '../shared/api/query';
import { useCalled } from '../shared/people/called';
import { whoOf } from '../shared/people/named';
import { useMay } from '../shared/session/session';
import { formatTime } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { lockoutQuery, lockoutsQuery } from './users.queries';
import type { Lockout } from './users.queries';

interface Props {
  readonly username: string;
}

/** Why somebody is locked out, and who did it, to whom may know. */
export function LockReason({
  username,
  isInList = false,
}: Props & { readonly isInList?: boolean }) {
  const Reason = isInList ? OneOfMany : One;
  return useMay()('lockouts:read') ? <Reason username={username} /> : null;
}

function One({ username }: Props) {
  return <Text of={useAnswer(lockoutQuery, username).data} />;
}

/** All rows of a list share one answer. */
function OneOfMany({ username }: Props) {
  return <Text of={useAnswer(lockoutsQuery).data?.get(username)} />;
}

function Text({ of: lockout }: { readonly of: Lockout | undefined }) {
  const say = useSay();
  const { author, from, reason } = lockout ?? {};
  const who = whoOf(author ?? '');
  const called = useCalled(who.kind === 'person' ? who.name : null);
  if (!lockout) return null;
  const by = say(author ? 'users.lock.by' : 'users.lock.since', {
    who: called || plain(who.name),
    time: from ? formatTime(new Date(from)) : '',
  });
  const text = [reason && plain(reason), by].filter(Boolean).join(' · ');
  return <span title={text}>{text}</span>;
}
