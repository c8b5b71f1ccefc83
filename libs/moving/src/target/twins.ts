import { domainpart } from '@chat-admin/domain/shared/jid';
import type { Entity, KeyedKind } from '../entities/entities.js';
import type { Target } from './target.js';

/** Made when it is needed, which it seldom is. */
export const TARGETS_INDEXED =
  'create index if not exists item_target_idx on moving.item (kind, target)';

/** Asked place by place: a join would trust the statistics of a table that grows meanwhile. */
const MERGED_BEFORE = `
  select found.target
  from jsonb_array_elements($3::jsonb) as one (place), lateral (
    select item.target from moving.item
    where item.kind = $1 and item.target = array(select jsonb_array_elements_text(place)) and item.key <= $2
    offset 0) found`;

/**
 * Two things that become one are an error of one statement, and would take turns from pass to pass: the first by key stays. Between
 * batches that is told of names in another form alone, which few are, and of what has the same name.
 */
export class Twins {
  /** of names in another form */
  private readonly taken = new Set<string>();
  private name: string | undefined;
  /** of the last name; not of rooms, whose first part is their service */
  private ofName = new Set<string>();

  constructor(
    private readonly kind: KeyedKind,
    private readonly target: Target,
  ) {}

  /**
   * Those of the next entities, without what is not moved, whose place another one has.
   * @param before the last key of the entities before
   */
  async of(entities: readonly Entity[], before: Buffer): Promise<ReadonlySet<Entity>> {
    const seen = new Set<string>();
    const twins = new Set<Entity>();
    const there = await this.mergedBefore(entities.filter(isRespelled), before);
    for (const entity of entities) {
      if (entity.key[0] !== this.name) this.ofName.clear();
      this.name = entity.key[0];
      if (entity.value === null) continue;
      const target = JSON.stringify(entity.target);
      if ([seen, this.taken, this.ofName, there].some((targets) => targets.has(target))) {
        twins.add(entity);
      } else if (isRespelled(entity)) this.taken.add(target);
      seen.add(target);
      if (this.kind !== 'rooms') this.ofName.add(target);
    }
    return twins;
  }

  /** The places of these that something has whose key is not after `before`. */
  private async mergedBefore(
    entities: readonly Entity[],
    before: Buffer,
  ): Promise<ReadonlySet<string>> {
    if (entities.length === 0 || before.length === 0) return new Set();
    await this.target.query(TARGETS_INDEXED);
    const rows = await this.target.query<{ target: string[] }>(MERGED_BEFORE, [
      this.kind,
      before,
      JSON.stringify(entities.map(({ target }) => target)),
    ]);
    return new Set(rows.map(({ target }) => JSON.stringify(target)));
  }
}

function isRespelled({ value, key: [name], target: [here] }: Entity): boolean {
  return value !== null && name !== here && !isAddressOf(name!, here!);
}

/** Nodes have the address of their owner. */
function isAddressOf(name: string, here: string): boolean {
  const domain = name.slice(here.length + 1);
  return name.startsWith(`${here}@`) && domainpart(domain) === domain;
}
