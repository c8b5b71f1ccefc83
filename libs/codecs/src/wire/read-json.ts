import { InvalidValue, UnreadableBody } from './body-faults.js';
import { bind, namesOf } from './fields.js';
import type { BoundField, Item, ListField, Nested, ScalarField } from './fields.js';
import { isObject, shown } from './json-values.js';
import type { Members } from './json-values.js';
import { limitsOf } from './limited-lists.js';
import { requireAtMost } from '@chat-admin/domain/shared/limits';
import type { Limit } from '@chat-admin/domain/shared/limits';
import { nextTurn } from './next-turn.js';
import type { JsonRead } from './parts.js';
import { UNUSABLE } from './scalars.js';

type MemberRead = (source: Members, target: Record<string, unknown>) => void;

/** `null` and `false` are absent values where text or a list is expected. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}

/** As absent as the list that it would hold. */
function wrapsNothing(value: unknown, itemName: string): boolean {
  return isObject(value) && Object.hasOwn(value, itemName) && isAbsent(value[itemName]);
}

/** Unknown members are ignored. [C-21] */
export function jsonObjectReader(fields: readonly BoundField[]): JsonRead {
  const members = fields.map((bound) => {
    const { property, wire, field } = bound;
    const names = namesOf(bound);
    return field.kind === 'list'
      ? listReader(property, names, field)
      : scalarReader(property, names, convert(wire, field));
  });
  const requireLimits = limitsOf(fields);
  return (value) => {
    if (!isObject(value)) throw new UnreadableBody('a JSON object is expected');
    const target: Record<string, unknown> = {};
    for (const read of members) read(value, target);
    requireLimits?.(target);
    return target;
  };
}

function convert(wire: string, field: ScalarField<unknown>): (raw: unknown) => unknown {
  return (raw) => {
    const value = field.scalar.fromJson(raw);
    if (value === UNUSABLE) throw new InvalidValue(wire, field.secret ? null : shown(raw));
    return value;
  };
}

function scalarReader(
  property: string,
  names: readonly string[],
  read: (raw: unknown) => unknown,
): MemberRead {
  return (source, target) => {
    for (const name of names) {
      const raw = source[name];
      const value = raw === undefined ? undefined : read(raw);
      if (value !== undefined) return void (target[property] = value);
    }
  };
}

function listReader(
  property: string,
  names: readonly string[],
  field: ListField<Item>,
): MemberRead {
  const { itemName, item, map } = field;
  const { entriesIn, addTo } = jsonListReader(names, itemName, item, map, false);
  return (source, target) => {
    const named = names.find(
      (name) => !isAbsent(source[name]) && !wrapsNothing(source[name], itemName),
    );
    if (named === undefined) return;
    const items: unknown[] = [];
    for (const entry of entriesIn(source[named])) addTo(items, entry);
    target[property] = items;
  };
}

/** Entries of a list document that are read in one turn of the event loop. */
const ENTRIES_PER_TURN = 50;

/**
 * The whole body as a list: an object whose member `member`, `itemName` or one of `older` holds it. A
 * long list is read in pieces.
 */
export function jsonItemsReader(list: {
  readonly member: string;
  readonly itemName: string;
  readonly older: readonly string[];
  readonly item: Item;
  readonly settled: boolean;
  readonly limit: Limit | null;
}): (value: unknown) => Promise<unknown[]> {
  const { member, itemName, older, item, settled, limit } = list;
  const { entriesIn, addTo } = jsonListReader([member, ...older], itemName, item, null, settled);
  const names = [member, itemName, ...older];
  return async (value) => {
    if (!isObject(value)) throw new UnreadableBody('a JSON object is expected');
    const named = names.find((name) => !isAbsent(value[name]));
    const entries = named === undefined ? [] : entriesIn(value[named]);
    if (limit !== null) requireAtMost(limit, entries.length);
    const items: unknown[] = [];
    for (const [index, entry] of entries.entries()) {
      if (index > 0 && index % ENTRIES_PER_TURN === 0) await nextTurn();
      addTo(items, entry);
    }
    return items;
  };
}

interface JsonListReader {
  /** what stands for items, not converted yet */
  readonly entriesIn: (raw: unknown) => readonly unknown[];
  /** @throws InvalidValue, unless it is kept in place of the item */
  readonly addTo: (items: unknown[], entry: unknown) => void;
}

/**
 * All forms of core 2.2: a list; a single value instead of a list of one; an object whose member
 * with the singular or plural name holds either; list entries that are such objects; a map.
 * @param plurals the newest name first
 */
function jsonListReader(
  plurals: readonly string[],
  singular: string,
  item: Item,
  map: readonly [key: string, value: string] | null,
  settled: boolean,
): JsonListReader {
  const [plural = singular] = plurals;
  if (item.kind === 'doc') requireNoField(item, singular, ...plurals);
  const readItem =
    item.kind === 'doc' ? docItem(plural, item.parts.readJson) : convert(plural, item);

  /**
   * The list inside an object that merely wraps it; `undefined` if the object is something else.
   */
  const inner = (value: Members): unknown => {
    if (Object.hasOwn(value, singular)) return value[singular];
    const named = plurals.find((name) => listNamed(value[name]) !== undefined);
    return named === undefined ? undefined : value[named];
  };

  const addTo = (items: unknown[], entry: unknown): void => {
    if (!settled) {
      const read = readItem(entry);
      if (read !== undefined) items.push(read);
      return;
    }
    try {
      items.push(readItem(entry));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      items.push(error);
    }
  };

  const collect = (value: unknown, found: unknown[], place: 'field' | 'named' | 'entry'): void => {
    if (isAbsent(value)) return;
    if (Array.isArray(value) && place !== 'entry') {
      for (const entry of value) collect(entry, found, 'entry');
      return;
    }
    if (!isObject(value) || place === 'named') return void found.push(value);
    const list = inner(value);
    if (list !== undefined) return collect(list, found, 'named');
    if (place === 'field' && map) {
      for (const [key, entry] of Object.entries(value)) {
        found.push({ [map[0]]: key, [map[1]]: entry });
      }
      return;
    }
    // An object in place of a list of simple values that does not name the list holds none.
    if (place === 'entry' || item.kind === 'doc') found.push(value);
  };

  const entriesIn = (raw: unknown): readonly unknown[] => {
    const found: unknown[] = [];
    collect(raw, found, 'field');
    return found;
  };
  return { entriesIn, addTo };
}

/** Otherwise an item could not be distinguished from an object that wraps the list. */
function requireNoField(item: Nested, ...names: string[]): void {
  const clash = bind(item.fields).find(({ wire }) => names.includes(wire));
  if (clash) throw new TypeError(`a list of ${item.root} cannot have items with ${clash.wire}`);
}

function listNamed(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? value : undefined;
}

function docItem(plural: string, read: JsonRead): JsonRead {
  return (value) => {
    if (!isObject(value)) throw new InvalidValue(plural, shown(value));
    return read(value);
  };
}
