import { useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { activityOfUser } from './users.queries';
import styles from './users.module.css';

/** What was done to this account, and by it. */
export default function ActivityTab({ username }: { readonly username: string }) {
  const say = useSay();
  const { data: entries, error, refetch } = useAnswer(activityOfUser, username);
  if (error && !entries) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!entries) return <Skeleton />;
  if (entries.length === 0) return <Empty title={say('users.activity.none')} />;
  return (
    <ul className={styles['rows']}>
      {entries.map(({ logId, timestamp, username: by, summary }) => (
        <li key={logId} className={styles['entry']}>
          <Time of={new Date(timestamp * 1000).toISOString()} />
          <span>{plain(by)}</span>
          <span>{plain(summary)}</span>
        </li>
      ))}
    </ul>
  );
}
