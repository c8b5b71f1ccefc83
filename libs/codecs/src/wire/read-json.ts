import { InvalidValue, UnreadableBody } from './body-faults.js';
import { bind } from './fields.js';
import type { BoundField, Item, ListField, Nested, ScalarField } from './fields.js';
import { limitsOf } from './limited-lists.js';
import { requireAtMost } from '@chat-admin/domain/shared/limits';
import type { Limit } from '@chat-admin/domain/shared/limits';
import { nextTurn } from './next-turn.js';
import type { JsonRead } from './parts.js';
import { UNUSABLE } from './scalars.js';

type Members = Readonly<Record<string, unknown>>;
type MemberRead = (source: Members, target: Record<string, unknown>) => void;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `null` and `false` are absent values where text or a list is expected. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}

/** As absent as the list that it would hold. */
function wrapsNothing(value: unknown, itemName: string): boolean {
  return isObject(value) && Object.hasOwn(value, itemName) && isAbsent(value[itemName]);
}

/** What a message may show of a value: never the contents of an object or list. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Unknown members are ignored. [C-21] */
export function jsonObjectReader(fields: readonly BoundField[]): JsonRead {
  const members = fields.map(({ property, wire, field }) =>
    field.kind === 'list' ? listReader(property, wire, field) : scalarReader(property, wire, field),
  );
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

function scalarReader(property: string, wire: string, field: ScalarField<unknown>): MemberRead {
  const read = convert(wire, field);
  const others = [
    ...(field.attribute ? [`@${wire}`] : []),
    ...(field.otherName === null ? [] : [field.otherName]),
  ];
  return (source, target) => {
    const raw = source[wire];
    let value = raw === undefined ? undefined : read(raw);
    for (let i = 0; value === undefined && i < others.length; i++) {
      const other = source[others[i] as string];
      if (other !== undefined) value = read(other);
    }
    if (value !== undefined) target[property] = value;
  };
}

function listReader(property: string, wire: string, field: ListField<Item>): MemberRead {
  const { itemName } = field;
  const { entriesIn, addTo } = jsonListReader(wire, itemName, field.item, field.map, false);
  return (source, target) => {
    const raw = source[wire];
    if (isAbsent(raw) || wrapsNothing(raw, itemName)) return;
    const items: unknown[] = [];
    for (const entry of entriesIn(raw)) addTo(items, entry);
    target[property] = items;
  };
}

/** Entries of a list document that are read in one turn of the event loop. */
const ENTRIES_PER_TURN = 50;

/**
 * The whole body as a list: an object whose member `member` or `itemName` holds it. A long list is
 * read in pieces.
 */
export function jsonItemsReader(names: {
  readonly member: string;
  readonly itemName: string;
  readonly item: Item;
  readonly settled: boolean;
  readonly limit: Limit | null;
}): (value: unknown) => Promise<unknown[]> {
  const { member, itemName, item, settled, limit } = names;
  const { entriesIn, addTo } = jsonListReader(member, itemName, item, null, settled);
  return async (value) => {
    if (!isObject(value)) throw new UnreadableBody('a JSON object is expected');
    const raw = isAbsent(value[member]) ? value[itemName] : value[member];
    const entries = isAbsent(raw) ? [] : entriesIn(raw);
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
 */
function jsonListReader(
  plural: string,
  singular: string,
  item: Item,
  map: readonly [key: string, value: string] | null,
  settled: boolean,
): JsonListReader {
  if (item.kind === 'doc') requireNoField(item, singular, plural);
  const readItem =
    item.kind === 'doc' ? docItem(plural, item.parts.readJson) : convert(plural, item);

  /**
   * The list inside an object that merely wraps it; `undefined` if the object is something else.
   */
  const inner = (value: Members): unknown =>
    Object.hasOwn(value, singular) ? value[singular] : listNamed(value[plural]);

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
