import { InvalidValue, UnreadableBody } from './body-faults.js';
import { bind, knownNames, namesOf } from './fields.js';
import type { BoundField, Item, ListField, Nested, ScalarField } from './fields.js';
import type { IgnoredNames } from './ignored-names.js';
import { AN_OBJECT, isObject, shown } from './json-values.js';
import type { Members } from './json-values.js';
import { limitsOf } from './limited-lists.js';
import { requireAtMost } from '@chat-admin/domain/shared/limits';
import type { Limit } from '@chat-admin/domain/shared/limits';
import { nextTurn } from './next-turn.js';
import type { JsonRead } from './parts.js';
import { UNUSABLE } from './scalars.js';
import { unusable } from './unusable.js';

type MemberRead = (source: Members, target: Record<string, unknown>, ignored: IgnoredNames) => void;

/** `null` and `false` are absent values where text or a list is expected. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}

/** As absent as the list that it would hold. */
function wrapsNothing(value: unknown, itemName: string): boolean {
  return isObject(value) && Object.hasOwn(value, itemName) && isAbsent(value[itemName]);
}

/**
 * Unknown members are ignored, which is told. [C-21, CK-4]
 * @param unread what is known besides
 */
export function jsonObjectReader(
  fields: readonly BoundField[],
  unread: readonly BoundField[],
): JsonRead {
  const members = new Map<string, MemberRead>();
  for (const bound of unread) for (const name of knownNames(bound)) members.set(name, passOver);
  for (const bound of fields) {
    const read = memberReader(bound);
    for (const name of knownNames(bound)) members.set(name, read);
  }
  const requireLimits = limitsOf(fields);
  return (value, ignored) => {
    if (!isObject(value)) throw new UnreadableBody('a JSON object is expected', AN_OBJECT);
    const target: Record<string, unknown> = {};
    let hasKnown = false;
    let hasUnknown = false;
    for (const name in value) {
      const read = members.get(name);
      if (read === undefined) {
        hasUnknown = true;
        ignored.add(name);
      } else {
        hasKnown = true;
        read(value, target, ignored);
      }
    }
    if (hasUnknown) ignored.settle(hasKnown);
    requireLimits?.(target);
    return target;
  };
}

const passOver: MemberRead = () => undefined;

function memberReader(bound: BoundField): MemberRead {
  const { property, wire, field } = bound;
  const names = namesOf(bound);
  return field.kind === 'list'
    ? listReader(property, names, field)
    : scalarReader(property, names, convert(wire, field));
}

function convert(wire: string, field: ScalarField<unknown>): (raw: unknown) => unknown {
  return (raw) => {
    const value = field.scalar.fromJson(raw);
    if (value === UNUSABLE) throw unusable(wire, field, shown(raw));
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
  return (source, target, ignored) => {
    // under another of its names
    if (target[property] !== undefined) return;
    const named = names.find(
      (name) => !isAbsent(source[name]) && !wrapsNothing(source[name], itemName),
    );
    if (named === undefined) return;
    const items: unknown[] = [];
    const { depth } = ignored;
    ignored.enter(named);
    for (const entry of entriesIn(source[named], ignored)) addTo(items, entry, ignored);
    ignored.depth = depth;
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
}): (value: unknown, ignored: IgnoredNames) => Promise<unknown[]> {
  const { member, itemName, older, item, settled, limit } = list;
  const { entriesIn, addTo } = jsonListReader([member, ...older], itemName, item, null, settled);
  const names = [member, itemName, ...older];
  const known = new Set(names);
  const readEntries = async (named: string, sent: unknown, ignored: IgnoredNames) => {
    ignored.enter(named);
    const entries = entriesIn(sent, ignored);
    if (limit !== null) requireAtMost(limit, entries.length);
    const items: unknown[] = [];
    for (const [index, entry] of entries.entries()) {
      if (index > 0 && index % ENTRIES_PER_TURN === 0) await nextTurn();
      addTo(items, entry, ignored);
    }
    ignored.depth = 0;
    return items;
  };
  return async (value, ignored) => {
    if (!isObject(value)) throw new UnreadableBody('a JSON object is expected', AN_OBJECT);
    const named = names.find((name) => !isAbsent(value[name]));
    let items: unknown[] = [];
    let hasKnown = false;
    let hasUnknown = false;
    for (const name in value) {
      if (name === named) items = await readEntries(name, value[name], ignored);
      if (known.has(name)) hasKnown = true;
      else {
        hasUnknown = true;
        ignored.add(name);
      }
    }
    if (hasUnknown) ignored.settle(hasKnown);
    return items;
  };
}

interface JsonListReader {
  /** what stands for items, not converted yet */
  readonly entriesIn: (raw: unknown, ignored: IgnoredNames) => readonly unknown[];
  /** @throws InvalidValue, unless it is kept in place of the item */
  readonly addTo: (items: unknown[], entry: unknown, ignored: IgnoredNames) => void;
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

  const wrapping = new Set([singular, ...plurals]);

  /** The name of the list inside an object that merely wraps it. */
  const wrapped = (value: Members): string | undefined =>
    Object.hasOwn(value, singular)
      ? singular
      : plurals.find((name) => listNamed(value[name]) !== undefined);

  const addTo = (items: unknown[], entry: unknown, ignored: IgnoredNames): void => {
    if (!settled) {
      const read = readItem(entry, ignored);
      if (read !== undefined) items.push(read);
      return;
    }
    const { depth } = ignored;
    try {
      items.push(readItem(entry, ignored));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      ignored.depth = depth;
      items.push(error);
    }
  };

  const collect = (
    value: unknown,
    found: unknown[],
    place: 'field' | 'named' | 'entry',
    ignored: IgnoredNames,
  ): void => {
    if (isAbsent(value)) return;
    if (Array.isArray(value) && place !== 'entry') {
      for (const entry of value) collect(entry, found, 'entry', ignored);
      return;
    }
    if (!isObject(value) || place === 'named') return void found.push(value);
    const name = wrapped(value);
    if (name !== undefined) {
      ignored.addUnknown(value, wrapping);
      if (place === 'field') ignored.enter(name);
      return collect(value[name], found, 'named', ignored);
    }
    if (place === 'field' && map) {
      for (const [key, entry] of Object.entries(value)) {
        found.push({ [map[0]]: key, [map[1]]: entry });
      }
      return;
    }
    // An object in place of a list of simple values that does not name the list holds none.
    if (place === 'entry' || item.kind === 'doc') found.push(value);
    else ignored.addUnknown(value, wrapping);
  };

  const entriesIn = (raw: unknown, ignored: IgnoredNames): readonly unknown[] => {
    const found: unknown[] = [];
    collect(raw, found, 'field', ignored);
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
  return (value, ignored) => {
    if (!isObject(value)) {
      throw new InvalidValue(plural, shown(value), 'each entry is an object');
    }
    return read(value, ignored);
  };
}
