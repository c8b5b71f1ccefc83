import { useAnswer } from '../shared/api/query';
import type { Target } from '../shared/screens/paths';
import { useMay } from '../shared/session/session';
import type { Scope } from '../shared/session/scopes';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import type { TextKey } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import styles from './overview.module.css';
import { overviewQuery } from './overview.queries';

interface TileOf {
  readonly part: string;
  readonly label: TextKey;
  readonly scope: Scope;
  readonly to: Target;
  /** more than none is worth a look */
  readonly isNotable?: true;
}

const TILES: readonly TileOf[] = [
  {
    part: 'sessions',
    label: 'overview.tiles.online',
    scope: 'server:read',
    to: { to: 'sessions' },
  },
  { part: 'users', label: 'overview.tiles.users', scope: 'users:read', to: { to: 'users' } },
  { part: 'rooms', label: 'overview.tiles.rooms', scope: 'rooms:read', to: { to: 'rooms' } },
  {
    part: 'lockouts',
    label: 'overview.tiles.locked',
    scope: 'lockouts:read',
    isNotable: true,
    to: { to: 'users', search: { locked: true } },
  },
  {
    part: 'failedJobs',
    label: 'overview.tiles.failedJobs',
    scope: 'jobs:read',
    isNotable: true,
    to: { to: 'jobs' }, // the newest first, with how many lines failed
  },
];

/** Counts, each of which leads to its list. */
export function Tiles() {
  const say = useSay();
  const may = useMay();
  const { data } = useAnswer(overviewQuery);
  return (
    <div className={styles['tiles']}>
      {TILES.filter(({ scope }) => may(scope)).map(({ part, label, to, isNotable }) => {
        const counted = data?.[part];
        const number = counted && formatNumber(counted.count);
        const stands = isNotable && counted !== undefined && counted.count > 0;
        return (
          <Link {...to} key={part} className={styles['tile']}>
            <span className={styles['muted']}>{say(label)}</span>{' '}
            <span className={styles['number']} data-notable={stands || undefined}>
              {counted?.limited ? say('overview.atLeast', { number: number! }) : (number ?? '–')}
            </span>
          </Link>
        );
      })}
    </div>
  );
}
