import { useState } from 'react';
import { useAnswer } from '../shared/api/query';
import { isChange, readDetails } from '../shared/audit/audit-details';
import { Outcome } from '../shared/audit/outcome';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Checkbox } from '../shared/ui/checkbox';
import { Link } from '../shared/ui/link';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { activityOfUser } from './users.queries';
import styles from './users.module.css';

/** What concerned this person, and what the account did; attempts, dry runs and sign-ins on demand. */
export default function ActivityTab({ username }: { readonly username: string }) {
  const say = useSay();
  const [isWhole, setWhole] = useState(false);
  const { data: all, error, refetch } = useAnswer(activityOfUser, username);
  if (error && !all) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!all) return <Skeleton />;
  const entries = isWhole ? all : all.filter(isChange);
  return (
    <>
      <Checkbox isOn={isWhole} onChange={setWhole} label={say('users.activity.whole')} />
      {entries.length === 0 && <Empty title={say('users.activity.none')} />}
      <ul className={styles['rows']}>
        {entries.map(({ logId, timestamp, username: by, summary, details }) => (
          <li key={logId} className={styles['entry']}>
            <Time of={new Date(timestamp * 1000).toISOString()} />
            <span>{plain(by)}</span>
            <span>
              <Link to="auditEntry" params={{ time: String(timestamp), id: String(logId) }}>
                {plain(summary)}
              </Link>
              {isWhole && <Outcome of={readDetails(details)['outcome']} />}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
