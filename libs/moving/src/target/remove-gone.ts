import type { KeyedKind } from '../entities/entities.js';
import { writeStores } from './chat-server-stores.js';
import { MERGES } from './merges.js';
import { requireFewGone } from './removal-guard.js';
import type { Target } from './target.js';

export async function isSomeGone(target: Target, kind: KeyedKind): Promise<boolean> {
  const some = await target.query('select from moving.gone where kind = $1 limit 1', [kind]);
  return some.length > 0;
}

/**
 * Removes what was merged and is gone there, unless something else has its name by now, or it was changed here.
 * @throws RemovalStopped if that is much of what is here, unless it may be
 * @returns `kept`: names of what was changed here
 */
export async function removeGone(
  target: Target,
  kind: KeyedKind,
  mayRemove: boolean,
): Promise<{ readonly removed: number; readonly kept: readonly string[] }> {
  if (!(await isSomeGone(target, kind))) return { removed: 0, kept: [] };
  return target.transaction(async () => {
    await target.query(
      `delete from moving.gone using moving.item
       where gone.kind = $1 and item.kind = $1 and item.target = gone.target`,
      [kind],
    );
    const changed = await target.query<{ target: string[] }>(
      `delete from moving.gone
       where kind = $1 and written is distinct from moving.digest(kind, target)
         and moving.digest(kind, target) is not null
       returning target`,
      [kind],
    );
    if (!mayRemove) await requireFewGone(target, kind);
    const { remove } = MERGES[kind]!;
    const along = GOES_ALONG[kind];
    const others = along === undefined ? [] : await target.query(along.found);
    if (remove === null) await writeStores(target, kind as 'private' | 'pep' | 'blocks', true);
    else await target.query(remove);
    if (others.length > 0) await target.query(WRITTEN_WITHOUT, [along!.of, JSON.stringify(others)]);
    const removed = await target.query('delete from moving.gone where kind = $1 returning 1', [
      kind,
    ]);
    return { removed: removed.length, kept: changed.map(({ target: [name = ''] }) => name) };
  });
}

/**
 * What others have of it goes with it: affiliations of groups, requests of accounts. They are as they were written all the same, and are
 * merged again.
 */
const GOES_ALONG: Partial<Record<KeyedKind, { readonly of: KeyedKind; readonly found: string }>> = {
  groups: {
    of: 'rooms',
    found: `
      select distinct item.target
      from moving.gone join room_group_affiliation on group_name = gone.target[1] join room on room.id = room_id
        join moving.item on item.kind = 'rooms' and item.target = array[service, room.name]
      where gone.kind = 'groups' and item.written = moving.digest('rooms', item.target)`,
  },
  accounts: {
    of: 'rosters',
    found: `
      select distinct item.target
      from moving.gone join roster_request on jid = gone.target[1] || '@' || service_domain()
        join moving.item on item.kind = 'rosters' and item.target = array[owner]
      where gone.kind = 'accounts' and item.written = moving.digest('rosters', item.target)`,
  },
};

const WRITTEN_WITHOUT = `
  update moving.item set (fingerprint, written) = ('', moving.digest(kind, item.target))
  from jsonb_to_recordset($2::jsonb) as v (target text[])
  where kind = $1 and item.target = v.target`;
