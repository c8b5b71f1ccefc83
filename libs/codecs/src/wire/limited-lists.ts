import type { BoundField } from './fields.js';
import { requireAtMost } from '@chat-admin/domain/shared/limits';
import type { Limit } from '@chat-admin/domain/shared/limits';

type Check = (value: Readonly<Record<string, unknown>>) => void;

/** What looks whether the lists of a value are within their limits; `null` where there are none. */
export function limitsOf(fields: readonly BoundField[]): Check | null {
  const limited = new Map<Limit, string[]>();
  for (const { property, field } of fields) {
    if (field.kind !== 'list' || field.limit === null) continue;
    limited.set(field.limit, [...(limited.get(field.limit) ?? []), property]);
  }
  if (limited.size === 0) return null;
  return (value) => {
    for (const [limit, properties] of limited) {
      let count = 0;
      for (const property of properties) {
        const list = value[property];
        if (Array.isArray(list)) count += list.length;
      }
      requireAtMost(limit, count);
    }
  };
}
