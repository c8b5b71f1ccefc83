import { useAnswer } from '../shared/api/query';
import { formatList } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import { ErrorState, Skeleton } from '../shared/ui/states';
import styles from './overview.module.css';
import { overviewQuery } from './overview.queries';
import type { OverviewPart } from './overview.queries';

const MATTERS = [
  { part: 'endingLockouts', text: 'locks', to: { to: 'users', search: { locked: true } } },
  { part: 'failingWebhooks', text: 'webhooks', to: { to: 'webhooks' } },
  { part: 'expiringKeys', text: 'keys', to: { to: 'keys' } },
] as const;

/** Names of some; the list has the others. */
function namesIn({ count, examples = [] }: OverviewPart): string {
  const shown = examples.map(plain);
  return formatList(count > shown.length ? [...shown, '…'] : shown);
}

/** What somebody should look at today. */
export function Attention() {
  const say = useSay();
  const { data, error, refetch } = useAnswer(overviewQuery);
  const found = MATTERS.flatMap((matter) => {
    const counted = data?.[matter.part];
    return counted && counted.count > 0 ? [{ ...matter, counted }] : [];
  });
  return (
    <section className={styles['card']}>
      <h2>{say('overview.attention.title')}</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={1} />}
      {data && found.length === 0 && (
        <p className={styles['muted']}>{say('overview.attention.none')}</p>
      )}
      <ul className={styles['lines']}>
        {found.map(({ part, text, to, counted }) => (
          <li key={part}>
            <Link {...to}>
              {say(`overview.attention.${text}`, {
                count: counted.count,
                names: namesIn(counted),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
