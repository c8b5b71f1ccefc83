import { useAnswer } from '../shared/api/query';
import type { Target } from '../shared/screens/paths';
import { useMay } from '../shared/session/session';
import { formatList } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import { ErrorState } from '../shared/ui/states';
import styles from './overview.module.css';
import { attentionQuery } from './overview.queries';
import type { Matter } from './overview.queries';

const MATTERS = [
  { matter: 'locks', scope: 'lockouts:read', to: { to: 'users', search: { locked: true } } },
  { matter: 'webhooks', scope: 'webhooks:read', to: { to: 'webhooks' } },
  { matter: 'keys', scope: 'keys:read', to: { to: 'keys' } },
] as const;

/** So many names are said; the list has the others. */
const NAMED = 5;

/** What somebody should look at today. */
export function Attention() {
  const say = useSay();
  const may = useMay();
  return (
    <section className={styles['card']}>
      <h2>{say('overview.attention.title')}</h2>
      <ul className={styles['lines']}>
        {MATTERS.filter(({ scope }) => may(scope)).map(({ matter, to }) => (
          <MatterLine key={matter} matter={matter} to={to} />
        ))}
      </ul>
      <p className={styles['none']}>{say('overview.attention.none')}</p>
    </section>
  );
}

function MatterLine({ matter, to }: { readonly matter: Matter; readonly to: Target }) {
  const say = useSay();
  const { data: names, error } = useAnswer(attentionQuery, matter);
  if (error && !names) {
    return (
      <li>
        <ErrorState error={error} />
      </li>
    );
  }
  if (!names || names.length === 0) return null;
  const shown = names.slice(0, NAMED).map(plain);
  const text = formatList(names.length > NAMED ? [...shown, '…'] : shown);
  return (
    <li>
      <Link {...to}>
        {say(`overview.attention.${matter}`, { count: names.length, names: text })}
      </Link>
    </li>
  );
}
