import { useAnswer } from '../shared/api/query';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
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
  const text = [lockout?.reason, lockout?.author].filter(Boolean).join(' · ');
  return text ? <span title={plain(text)}>{plain(text)}</span> : null;
}
