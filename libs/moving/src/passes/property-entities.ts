import { movedProperties } from '../mapping/properties.js';
import type { Entity } from '../entities/entities.js';
import type { OpenedImport } from './open-import.js';

/** Properties that are moved, and why others are not. @param prefixes starts of names that are moved as well */
export async function* propertyEntities(
  { keys, found, administrators }: OpenedImport,
  prefixes: readonly string[],
): AsyncIterable<Entity> {
  const { values, notes } = movedProperties(found.properties, {
    keys,
    jids: found.context.jids,
    prefixes,
    administrators,
  });
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
