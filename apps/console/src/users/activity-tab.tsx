import { useState } from 'react';
import { useAnswer } from '../shared/api/query';
import { Entries } from '../shared/audit/entries';
import { useSay } from '../shared/texts/texts';
import { Checkbox } from '../shared/ui/checkbox';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { activityOfUser } from './users.queries';

/** What concerned this person, and what the account did; attempts, dry runs and sign-ins on demand. */
export default function ActivityTab({ username }: { readonly username: string }) {
  const say = useSay();
  const [isWhole, setWhole] = useState(false);
  const { data: entries, error, refetch } = useAnswer(activityOfUser, username, isWhole);
  if (error && !entries) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Checkbox isOn={isWhole} onChange={setWhole} label={say('users.activity.whole')} />
      {!entries && <Skeleton />}
      {entries?.length === 0 && <Empty title={say('users.activity.none')} />}
      {entries && <Entries of={entries} />}
    </>
  );
}
