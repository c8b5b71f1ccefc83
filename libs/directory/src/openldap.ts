import type { DirectoryCursor } from '@chat-admin/domain/directories/directory-source';
import { firstOf, textsOf } from './attribute-values.js';
import type { DirectoryClient } from './directory-client.js';
import type { Bases, DirectoryKind, Progress } from './directory-kind.js';
import { dnKey } from './dn-key.js';
import { after, equal } from './filters.js';
import { byStamp } from './other.js';
import type { FoundEntry } from './messages.js';

/** An administrator has locked the entry for good. */
export const LOCKED_FOR_GOOD = '000001010000Z';
/** At most so often is everything looked through for what is gone: failed logins alone move contextCSN, too. */
const SWEEP_EVERY_MS = 5 * 60_000;
/** 20260101120000.000000Z#000000#001#000000; the third part is the server that made the change */
const CSN = /^\d{14}\.\d{6}Z#[0-9a-f]{6}#([0-9a-f]{3})#[0-9a-f]{6}$/;

/** OpenLDAP: changes by entryCSN, deletions by contextCSN, which the overlay syncprov keeps (E13.4). */
export const openldap = (now: () => number): DirectoryKind => ({
  id: {
    attribute: 'entryUUID',
    read: (entry) => firstOf(entry, 'entryUUID')?.toLowerCase() ?? null,
    filter: (id) => (/^[0-9a-f-]{36}$/i.test(id) ? equal('entryUUID', id) : null),
  },
  stateAttributes: ['pwdAccountLockedTime'],
  disabled: (entry) => ({
    disabled: firstOf(entry, 'pwdAccountLockedTime') === LOCKED_FOR_GOOD,
    disabledFrom: null,
  }),
  passwordTimeAttribute: 'pwdChangedTime',
  isRanged: false,
  async begin(client, bases, former) {
    const contexts = await contextsOf(client, bases, former);
    const current = contexts === null ? null : await csnsOf(client, contexts);
    if (contexts === null || current === null) return byStamp.begin(client, bases, former);
    if (former !== null && former['contexts'] !== contexts.join('\n')) return null;
    return progressOf(contexts, current, former, now());
  },
  changesRemark: (cursor) =>
    cursor['csns'] === undefined
      ? 'no contextCSN: deletions are found by full runs alone; load the overlay syncprov'
      : `contextCSN ${cursor['csns']}`,
});

/** The suffixes that hold the bases; those of the last time spare a search. @returns null: the server shows none */
async function contextsOf(
  client: DirectoryClient,
  bases: Bases,
  former: DirectoryCursor | null,
): Promise<readonly string[] | null> {
  const known = former?.['contexts']?.split('\n');
  if (known !== undefined && bases.every((base) => suffixOf(base, known) !== null)) return known;
  const root = await client.entry('', ['namingContexts']);
  const offered = root === null ? [] : textsOf(root, 'namingContexts');
  const found = bases.map((base) => suffixOf(base, offered));
  return found.includes(null) ? null : [...new Set(found as string[])].sort();
}

function suffixOf(base: string, contexts: readonly string[]): string | null {
  const key = dnKey(base);
  const holding = contexts.filter((context) => `,${key}`.endsWith(`,${dnKey(context)}`));
  return holding.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** The newest of each server, by context and server. @returns null: at least one context shows none */
async function csnsOf(
  client: DirectoryClient,
  contexts: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const found = new Map<string, string>();
  for (const [index, context] of contexts.entries()) {
    const entry = await client.entry(context, ['contextCSN']);
    const csns = entry === null ? [] : textsOf(entry, 'contextCSN');
    if (csns.length === 0) return null;
    for (const csn of csns) found.set(`${index}#${serverOf(csn)}`, csn);
  }
  return found;
}

const serverOf = (csn: string): string => CSN.exec(csn)?.[1] ?? '';

function progressOf(
  contexts: readonly string[],
  current: ReadonlyMap<string, string>,
  former: DirectoryCursor | null,
  now: number,
): Progress | null {
  const csns = [...current]
    .map(([place, csn]) => `${place}=${csn}`)
    .sort()
    .join(' ');
  const seen = new Set<string>();
  const before = new Map(
    (former?.['csns'] ?? '').split(' ').map((one) => {
      const [place = '', csn = ''] = one.split('=');
      return [place, csn] as const;
    }),
  );
  const places =
    former === null
      ? []
      : [...current.keys()].filter((place) => before.get(place) !== current.get(place));
  // a server that made no change before may have older clocks than all others
  if (places.some((place) => !before.get(place))) return null;
  const since = places.map((place) => before.get(place)!).sort()[0];
  const moved = places.map((place) => current.get(place)!);
  const base = { contexts: contexts.join('\n'), csns };
  const isOwed = former?.['owed'] === 'yes';
  return {
    changed: since === undefined ? null : after('entryCSN', since),
    attributes: ['entryCSN'],
    note(entry: FoundEntry) {
      const csn = firstOf(entry, 'entryCSN');
      if (former !== null && csn !== null) seen.add(csn);
    },
    gone: () => Promise.resolve([]),
    end(isWhole) {
      if (isWhole) return { cursor: { ...base, swept: String(now) }, sweep: false };
      // something else was changed than what the filters find
      const wanted = isOwed || moved.some((csn) => !seen.has(csn));
      const last = Number(former?.['swept'] ?? 0);
      const isDue = wanted && Math.abs(now - last) >= SWEEP_EVERY_MS;
      return {
        cursor: {
          ...base,
          swept: String(isDue ? now : last),
          ...(wanted && !isDue ? { owed: 'yes' } : {}),
        },
        sweep: isDue,
      };
    },
  };
}
