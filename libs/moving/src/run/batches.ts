import { accountName } from '../mapping/account-name.js';
import type { Entity } from './entities.js';

/** Two things that become one are an error of one statement, and would take turns from pass to pass: the first stays. */
export class Twins {
  /** of names that are written in another form, which few are */
  private readonly taken = new Set<string>();

  /** Those of the next entities, without what is not moved, whose place another one has. */
  of(entities: readonly Entity[]): ReadonlySet<Entity> {
    const seen = new Set<string>();
    const twins = new Set<Entity>();
    for (const entity of entities) {
      if (entity.value === null) continue;
      const target = JSON.stringify(entity.target);
      if (seen.has(target) || this.taken.has(target)) twins.add(entity);
      else if (isRespelled(entity)) this.taken.add(target);
      seen.add(target);
    }
    return twins;
  }
}

const isRespelled = ({ key: [name], target: [here] }: Entity): boolean =>
  name !== here && accountName(name!) === here;

/** Else gone things could not be told. */
export function requireOrder(before: Buffer, keys: readonly Buffer[]): void {
  let last = before;
  for (const key of keys) {
    if (Buffer.compare(last, key) >= 0 && last.length > 0) throw new Error('Rows are not in order');
    last = key;
  }
}

/** About; texts are most of it. */
export function sizeOf(value: object): number {
  let size = 0;
  for (const one of Object.values(value)) {
    if (typeof one === 'string') size += one.length;
    else if (Array.isArray(one)) size += 100 * one.length + JSON.stringify(one).length;
    else size += 20;
  }
  return size;
}
