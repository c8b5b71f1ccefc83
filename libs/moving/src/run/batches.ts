import type { Entity } from './entities.js';
import type { StagedEntity } from './stage.js';

/** Two things that become one are an error of one statement: the first stays. */
export function withoutTwins(
  staged: readonly StagedEntity[],
  report: (entity: Entity) => void,
): readonly StagedEntity[] {
  const seen = new Set<string>();
  return staged.filter(({ entity }) => {
    const target = JSON.stringify(entity.target);
    if (seen.has(target)) report(entity);
    return !seen.has(target) && seen.add(target);
  });
}

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
