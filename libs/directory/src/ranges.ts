import type { DirectoryClient } from './directory-client.js';
import { ConnectionFault } from './connection-fault.js';
import type { FoundEntry } from './messages.js';

/** Active Directory gives at most so many values of an attribute at once. */
const STEP = 1500;
/** More than any directory allows. */
const MOST_VALUES = 5_000_000;

/** How the first values of an attribute are asked for. */
export const firstRange = (attribute: string): string => `${attribute};range=0-${STEP - 1}`;

interface Range {
  readonly values: readonly Buffer[];
  /** where the next one starts; null: there is none */
  readonly next: number | null;
}

/**
 * All values of an attribute that was asked for by {@link firstRange}; the rest is asked for now.
 * @throws ConnectionFault where the ranges do not join; nothing may be left out silently
 */
export async function allValues(
  client: DirectoryClient,
  entry: FoundEntry,
  attribute: string,
): Promise<readonly Buffer[]> {
  let range = rangeOf(entry, attribute, 0);
  if (range.next === null) return range.values;
  const values = [...range.values];
  while (range.next !== null) {
    const start: number = range.next;
    const wanted = `${attribute};range=${start}-${start + STEP - 1}`;
    const more = await client.entry(entry.dn, [wanted]);
    if (more === null) throw changed(entry, 'it is gone meanwhile');
    range = rangeOf(more, attribute, start);
    if (range.values.length === 0 && range.next !== null) throw changed(entry, 'a range is empty');
    for (const value of range.values) values.push(value);
    if (values.length > MOST_VALUES) throw changed(entry, 'it has too many values');
  }
  return values;
}

/** @param start where it has to start */
function rangeOf({ dn, attributes }: FoundEntry, attribute: string, start: number): Range {
  const prefix = `${attribute.toLowerCase()};range=`;
  const ranges = [...attributes.keys()].filter((name) => name.startsWith(prefix));
  if (ranges.length > 1) throw changed({ dn }, 'it has two ranges');
  const [name] = ranges;
  const whole = attributes.get(attribute.toLowerCase()) ?? [];
  if (name === undefined) {
    // other servers give everything at once; within a series there must be another range
    if (start > 0 && whole.length > 0) throw changed({ dn }, 'a range is missing');
    if (start > 0) throw changed({ dn }, 'the last range is missing');
    return { values: whole, next: null };
  }
  const values = attributes.get(name)!;
  const [, first, last] = /^(\d{1,9})-(\d{1,9}|\*)$/.exec(name.slice(prefix.length)) ?? [];
  if (first === undefined || last === undefined) throw changed({ dn }, 'a range cannot be read');
  if (Number(first) !== start) throw changed({ dn }, `a range starts at ${first}, not ${start}`);
  if (last === '*') return { values, next: null };
  const next = Number(last) + 1;
  if (next - start !== values.length)
    throw changed({ dn }, 'a range has fewer values than it says');
  return { values, next };
}

const changed = ({ dn }: { readonly dn: string }, what: string): ConnectionFault =>
  new ConnectionFault('exchange', `the members of ${dn} cannot be read whole: ${what}`);
