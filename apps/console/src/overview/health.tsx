import { healthQuery } from '../shared/api/health';
import { useAnswer } from '../shared/api/query';
import { formatList } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import styles from './overview.module.css';

const nameOf = (part: string) => sayIfKnown(`health.parts.${part}`) ?? part;

const KINDS: Readonly<Record<string, 'ok' | 'danger'>> = { ok: 'ok', failed: 'danger' };

/** One line: whether everything works, and each part with the time since when. */
export function Health() {
  const say = useSay();
  const { data, error, refetch } = useAnswer(healthQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={1} />;
  const failed = data.parts.filter(({ status }) => status === 'failed');
  const parts = formatList(failed.map(({ name }) => nameOf(name)));
  return (
    <section className={styles['card']} aria-label={say('overview.health')}>
      <p className={styles['verdict']} role="status" data-failed={failed.length > 0 || undefined}>
        {failed.length === 0 ? say('overview.allWell') : say('overview.failing', { parts })}
      </p>
      <ul className={styles['parts']}>
        {data.parts.map(({ name, status, since, message }) => (
          <li key={name}>
            <span>{nameOf(name)}</span>
            <Badge kind={KINDS[status] ?? 'plain'}>
              {sayIfKnown(`health.statuses.${status}`) ?? status}
            </Badge>
            <span className={styles['muted']}>
              <Time of={since} />
            </span>
            {message && <span lang="en">{plain(message)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
