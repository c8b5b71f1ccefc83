import { useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import styles from './overview.module.css';
import { lastChangesQuery } from './overview.queries';

/** The ten newest changes of the audit log. */
export function LastChanges() {
  const say = useSay();
  const { data, error, refetch } = useAnswer(lastChangesQuery);
  return (
    <section className={styles['card']}>
      <div className={styles['head']}>
        <h2>{say('overview.changes.title')}</h2>
        <Link to="audit">{say('overview.changes.all')}</Link>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={5} />}
      {data?.length === 0 && <p className={styles['muted']}>{say('overview.changes.none')}</p>}
      <ul className={styles['lines']}>
        {data?.map(({ logId, timestamp, summary, username }) => (
          <li key={`${timestamp} ${logId}`} className={styles['change']}>
            <Link to="auditEntry" params={{ time: String(timestamp), id: String(logId) }}>
              {plain(summary)}
            </Link>
            <span className={styles['muted']}>
              {plain(username)} · <Time of={new Date(timestamp * 1000).toISOString()} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
