import type { Entity, KeyedKind } from '../entities/entities.js';
import type { MovedNode } from '../mapping/pep.js';
import type { MovedRoster } from '../mapping/rosters.js';
import { sortKey } from '../entities/sort-key.js';
import { ENGINE_DOMAIN } from '../target/target.js';
import type { Target } from '../target/target.js';

/** What the database has of something that was merged. */
export interface Stored {
  /** rows that it should have, and does not */
  readonly missing: number;
  /** what differs; `null`: nothing that can be told without looking at its members */
  readonly field: string | null;
}

type StoreKind = 'private' | 'pep' | 'blocks';

const MISSING = 'is missing';

const ITEMS = `
  select encode(key, 'hex') as key, written is not null and now is null as "isMissing",
    written is not distinct from now as "isAsWritten",
    case when kind = 'rosters' then
      (select count(*) from roster_item where owner = target[1]) +
      (select count(*) from roster_request where owner = target[1]) end::integer as rows
  from (
    select kind, key, target, written, moving.digest(kind, target) as now
    from moving.item where kind = $1 and key = any ($2) offset 0) item`;

interface Item {
  readonly key: string;
  readonly isMissing: boolean;
  readonly isAsWritten: boolean;
  readonly rows: number | null;
}

/** Of those of a batch that were merged, what is in the database now: counted there, and compared with what was written. */
export async function storedHere(
  kind: KeyedKind,
  batch: readonly Entity[],
  target: Target,
): Promise<ReadonlyMap<Entity, Stored>> {
  const keys = batch.map(({ key }) => sortKey(key));
  const items = new Map(
    (await target.query<Item>(ITEMS, [kind, keys])).map((item) => [item.key, item]),
  );
  const merged = batch.flatMap((entity, index) => {
    const item = items.get(keys[index]!.toString('hex'));
    return item === undefined ? [] : [[entity, item] as const];
  });
  if (kind === 'private' || kind === 'pep' || kind === 'blocks') {
    const entities = merged.map(([entity]) => entity);
    return new Map(await inStores(kind, entities, target));
  }
  return new Map(merged.map(([entity, item]) => [entity, storedOf(entity, item)]));
}

function storedOf({ value, rows }: Entity, item: Item): Stored {
  if (item.isMissing) return { missing: rows, field: MISSING };
  const field = item.isAsWritten ? null : 'is not as it was written';
  if (item.rows === null || value === null) return { missing: 0, field };
  const { contacts, requests } = value as MovedRoster;
  return { missing: Math.max(0, contacts.length + requests.length - item.rows), field };
}

const keyvals = (store: string, key: string): string => `
  (select count(*) from prosody.prosody
   where host = ${ENGINE_DOMAIN} and "user" = one.target ->> 0 and store = '${store}' and ${key})`;

/** How many rows the chat server has of each. */
const COUNTS: Readonly<Record<StoreKind, string>> = {
  private: keyvals('private', `key = one.target ->> 1`),
  pep: `${keyvals('pep', `key = one.target ->> 1`)}
    + ${keyvals('private', `key = one.target ->> 2`)}
    + (select count(*) from prosody.prosodyarchive
       where host = ${ENGINE_DOMAIN} and "user" = one.target ->> 0 and store = 'pep_' || (one.target ->> 1))`,
  blocks: keyvals('blocklist', `key <> ''`),
};

const EXPECTED: { readonly [K in StoreKind]: (value: object) => number } = {
  private: () => 1,
  pep: (value) => {
    const { settings, items, asPrivate } = value as MovedNode;
    return (settings ? 1 : 0) + items.length + (asPrivate ? 1 : 0);
  },
  blocks: (value) => (value as { readonly jids: readonly string[] }).jids.length,
};

/** Where the chat server has the private element that a node becomes as well. */
const placeOf = ({ target, value }: Entity): readonly (string | null)[] => [
  ...[target[0]!, target[1] ?? null],
  (value as Partial<MovedNode> | null)?.asPrivate?.key ?? null,
];

async function inStores(
  kind: StoreKind,
  entities: readonly Entity[],
  target: Target,
): Promise<readonly (readonly [Entity, Stored])[]> {
  if (entities.length === 0) return [];
  const rows = (await target.onEngine((query) =>
    query(
      `select (${COUNTS[kind]})::integer as rows
       from jsonb_array_elements($1::jsonb) with ordinality as one (target, n) order by n`,
      [JSON.stringify(entities.map(placeOf))],
    ),
  )) as { rows: number }[];
  return entities.map((entity, index) => {
    const expected = entity.value === null ? 0 : EXPECTED[kind](entity.value);
    const found = rows[index]!.rows;
    if (found >= expected) return [entity, { missing: 0, field: null }];
    const field = found === 0 ? MISSING : `${expected} rows, here ${found}`;
    return [entity, { missing: expected - found, field }];
  });
}
