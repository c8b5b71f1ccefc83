import { RemovalStopped } from '../faults.js';
import type { KeyedKind } from '../entities/entities.js';
import type { Kind } from '../rows.js';
import { ENGINE_DOMAIN } from './target.js';
import type { Target } from './target.js';

const MOST_PART = 0.1;
const FEWEST = 20;
const SHOWN = 20;

/** What a pass would remove of a kind. */
export interface Removal {
  readonly kind: Kind;
  readonly removed: number;
  /** how many there are here */
  readonly all: number;
  /** some of them, or where they are */
  readonly names: readonly string[];
}

/** A source that was emptied, or is another one, looks as if nearly all had gone. @throws RemovalStopped */
export function requireFew({ kind, removed, all, names }: Removal): void {
  if (removed < FEWEST || removed <= all * MOST_PART) return;
  const shown = names.slice(0, SHOWN).join(', ');
  const rest = names.length > SHOWN ? ', …' : '';
  throw new RemovalStopped(
    `${removed} of ${all} here would be removed of ${kind}, since the source does not have them any more: ${shown}${rest}. If they were deleted there, repeat the line with --yes-remove; else look at the source first.`,
  );
}

/** What of other kinds goes with what is gone, by how much there is here. */
const WITH: Partial<
  Record<KeyedKind, readonly (readonly [kind: Kind, gone: string, all: string])[]>
> = {
  services: [
    [
      'rooms',
      `select count(*)::integer as rows from room join moving.gone on kind = 'services' and service = target[1]`,
      'select count(*)::integer as rows from room',
    ],
    [
      'messages',
      `select count(*)::integer as rows from room_message join room on room.id = room_id
         join moving.gone on kind = 'services' and service = target[1]`,
      'select count(*)::integer as rows from room_message',
    ],
  ],
  rooms: [
    [
      'messages',
      `select count(*)::integer as rows from room_message join room on room.id = room_id
         join moving.gone on kind = 'rooms' and target = array[service, name]`,
      'select count(*)::integer as rows from room_message',
    ],
  ],
};

/** That all that waits has gone. @throws RemovalStopped */
export async function requireFewOffline(target: Target): Promise<void> {
  const rows = await target.onEngine((query) =>
    query(
      `select "user" as name from prosody.prosodyarchive
       where host = ${ENGINE_DOMAIN} and store = 'offline' and key like 'of-%' order by 1`,
      [],
    ),
  );
  const names = (rows as { name: string }[]).map(({ name }) => name);
  const [removed, all] = [names.length, names.length];
  requireFew({ kind: 'offline', removed, all, names: [...new Set(names)] });
}

/** Of what `moving.gone` has of a kind and would be removed. @throws RemovalStopped */
export async function requireFewGone(target: Target, kind: KeyedKind): Promise<void> {
  const gone = await target.query<{ target: string[] }>(
    'select distinct target from moving.gone where kind = $1 order by target',
    [kind],
  );
  const names = gone.map(({ target: name }) => name.join('/'));
  const count = async (text: string, values: unknown[] = []) =>
    (await target.query<{ rows: number }>(text, values))[0]!.rows;
  const removed = names.length;
  if (removed >= FEWEST) {
    const items = 'select count(*)::integer as rows from moving.item where kind = $1';
    requireFew({ kind, removed, all: removed + (await count(items, [kind])), names });
  }
  for (const [other, those, all] of removed === 0 ? [] : (WITH[kind] ?? [])) {
    const along = await count(those);
    if (along >= FEWEST) requireFew({ kind: other, removed: along, all: await count(all), names });
  }
}
