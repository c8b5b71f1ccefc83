import type { GroupSharing } from '@chat-admin/domain/directories/directory-settings';
import { CheckedFields } from './checked-fields.js';

/** Reads who sees which groups in the roster. */
export function sharingOf(entry: CheckedFields, faults: string[]): readonly GroupSharing[] {
  if (!entry.has('share')) return [];
  return entry.list('share').map((value, index) => {
    const one = new CheckedFields(value, `${entry.place}.share[${index}]`, faults);
    const groups = one.text('groups');
    const to =
      one.has('to') && isNames(value) ? value.to : one.oneOf('to', ['members', 'everybody']);
    one.end();
    return { groups, to };
  });
}

const isNames = (value: unknown): value is { readonly to: readonly string[] } => {
  const { to } = value as { readonly to?: unknown };
  return Array.isArray(to) && to.length > 0 && to.every((name) => typeof name === 'string');
};
