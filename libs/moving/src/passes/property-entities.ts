import { movedProperties } from '../mapping/properties.js';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { MovedProperties } from '../mapping/properties.js';
import type { Entity } from '../entities/entities.js';
import type { OpenedImport } from './open-import.js';

/** Those of these JIDs whose accounts were here, and are kept. */
type KeptAmong = (jids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Properties that are moved, and why others are not. @param prefixes starts of names that are moved as well */
export async function* propertyEntities(
  { keys, found, administrators }: OpenedImport,
  prefixes: readonly string[],
  keptAmong: KeptAmong = async () => new Set(),
): AsyncIterable<Entity> {
  const moved = movedProperties(found.properties, {
    keys,
    jids: found.context.jids,
    prefixes,
    administrators,
  });
  const { values, notes } = await withoutKept(moved, keptAmong);
  const rows = new Set(found.properties.map(({ name }) => name));
  const names = [...new Set([...rows, ...values.keys(), ...notes.map(({ name }) => name)])].sort(
    (a, b) => (a < b ? -1 : 1),
  );
  for (const name of names) {
    const value = values.get(name);
    yield {
      key: [name],
      name,
      rows: rows.has(name) ? 1 : 0,
      value: value === undefined ? null : { value },
      target: [name],
      notes: notes.filter((one) => one.name === name).map(({ note }) => note),
    };
  }
}

const ADMINISTRATORS = systemProperty.administrators.key;

/** The administrators that moved properties name. */
export function administratorsOf({ found, keys, administrators }: OpenedImport): readonly string[] {
  const { jids } = found.context;
  const { values } = movedProperties(found.properties, {
    keys,
    jids,
    prefixes: [],
    administrators,
  });
  return values.get(ADMINISTRATORS)?.split(',') ?? [];
}

/** Who has the name of an administrator here is another person, and becomes none. */
async function withoutKept(
  { values, notes }: MovedProperties,
  keptAmong: KeptAmong,
): Promise<MovedProperties> {
  const listed = values.get(ADMINISTRATORS)?.split(',') ?? [];
  const kept = listed.length === 0 ? new Set<string>() : await keptAmong(listed);
  if (kept.size === 0) return { values, notes };
  const left = new Map(values);
  const others = listed.filter((jid) => !kept.has(jid));
  if (others.length > 0) left.set(ADMINISTRATORS, others.join(','));
  else left.delete(ADMINISTRATORS);
  const text = `${[...kept].join(', ')}: kept as it was here, so it is no administrator`;
  const note = { name: ADMINISTRATORS, note: { code: 'conflict', text } } as const;
  return { values: left, notes: [...notes, note] };
}
