import type { KeyedKind } from './entities.js';
import { writeStores } from './chat-server-stores.js';
import { MERGES } from './merges.js';
import type { Target } from './target.js';

/**
 * Removes what was merged and is gone there, unless something else has its name by now, or it was changed here.
 * @returns `kept`: names of what was changed here
 */
export async function removeGone(
  target: Target,
  kind: KeyedKind,
): Promise<{ readonly removed: number; readonly kept: readonly string[] }> {
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
    const { remove } = MERGES[kind]!;
    if (remove === null) await writeStores(target, kind as 'private' | 'pep' | 'blocks', true);
    else await target.query(remove);
    const removed = await target.query('delete from moving.gone where kind = $1 returning 1', [
      kind,
    ]);
    return { removed: removed.length, kept: changed.map(({ target: [name = ''] }) => name) };
  });
}
