import { useAnswer } from '../shared/api/query';
import { Entries } from '../shared/audit/entries';
import { useSay } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import { ErrorState, Skeleton } from '../shared/ui/states';
import styles from './overview.module.css';
import { lastChangesQuery } from './overview.queries';

/** The newest changes of the audit log. */
export default function LastChanges() {
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
      {data && <Entries of={data} />}
    </section>
  );
}
