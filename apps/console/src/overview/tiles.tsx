import type { ReactNode } from 'react';
import { useAnswer } from '../shared/api/query';
import type { Target } from '../shared/screens/paths';
import { useMay } from '../shared/session/session';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import styles from './overview.module.css';
import { countQuery, sessionCountQuery } from './overview.queries';
import type { Counted } from './overview.queries';

/** Counts, each of which leads to its list. */
export function Tiles() {
  const may = useMay();
  return (
    <div className={styles['tiles']}>
      <SessionsTile />
      {may('users:read') && <CountTile what="users" to={{ to: 'users' }} />}
      {may('rooms:read') && <CountTile what="rooms" to={{ to: 'rooms' }} />}
      {may('lockouts:read') && (
        <CountTile what="locked" to={{ to: 'users', search: { locked: true } }} isNotable />
      )}
      {may('jobs:read') && (
        <CountTile what="failedJobs" to={{ to: 'jobs', search: { status: 'failed' } }} isNotable />
      )}
    </div>
  );
}

function SessionsTile() {
  const say = useSay();
  const { data } = useAnswer(sessionCountQuery);
  return (
    <Tile to={{ to: 'sessions' }} label={say('overview.tiles.online')}>
      {data === undefined ? '–' : formatNumber(data)}
    </Tile>
  );
}

function CountTile({
  what,
  to,
  isNotable = false,
}: {
  readonly what: Counted;
  readonly to: Target;
  /** more than none is worth a look */
  readonly isNotable?: boolean;
}) {
  const say = useSay();
  const { data } = useAnswer(countQuery, what);
  const number = data && formatNumber(data.number);
  const text = data?.isLimited ? say('overview.atLeast', { number: number! }) : number;
  return (
    <Tile
      to={to}
      label={say(`overview.tiles.${what}`)}
      isNotable={isNotable && data !== undefined && data.number > 0}
    >
      {text ?? '–'}
    </Tile>
  );
}

function Tile({
  to,
  label,
  isNotable = false,
  children,
}: {
  readonly to: Target;
  readonly label: string;
  readonly isNotable?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Link {...to} className={styles['tile']}>
      <span className={styles['muted']}>{label}</span>{' '}
      <span className={styles['number']} data-notable={isNotable || undefined}>
        {children}
      </span>
    </Link>
  );
}
