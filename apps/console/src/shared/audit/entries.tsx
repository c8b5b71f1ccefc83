import type { components } from '@chat-admin/client';
import { formatNumber } from '../texts/formats';
import { useSay } from '../texts/texts';
import { Link } from '../ui/link';
import { Time } from '../ui/time';
import styles from './audit.module.css';
import type { Folded } from './folded';
import { Told } from './sentence-view';

type Entry = components['schemas']['Log'];

/** Entries of the audit log in words; those of one job unfold. */
export function Entries({ of }: { readonly of: readonly Folded<Entry>[] }) {
  return (
    <ul className={styles['entries']}>
      {of.map((entry) => (
        <li key={entry.logId}>
          <Link
            to="auditEntry"
            params={{ time: String(entry.timestamp), id: String(entry.logId) }}
            className={styles['when']}
          >
            <Time of={new Date(entry.timestamp * 1000).toISOString()} />
          </Link>
          <span>
            <Told act={entry} />
            {entry.others.length > 0 && <Others of={entry.others} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Others({ of }: { readonly of: readonly Entry[] }) {
  const say = useSay();
  const count = of.length;
  return (
    <details>
      <summary>{say('sentences.folded', { count, number: formatNumber(count) })}</summary>
      <Entries of={of.map((entry) => ({ ...entry, others: [] }))} />
    </details>
  );
}
