import { ENGINE_DOMAIN } from './target.js';
import type { Target } from './target.js';

type Query = (text: string, values: unknown[]) => Promise<unknown[]>;

/** Tables of the chat server's storage, which its first start makes. */
const KEYVAL = 'prosody.prosody';
const ARCHIVE = 'prosody.prosodyarchive';
const HOST = ENGINE_DOMAIN;

/** When something was, as the chat server notes it. */
export const seconds = (moment: string): string => `floor(extract(epoch from ${moment}))::integer`;

const replaceKeyvals = (store: string, values: string): readonly string[] => [
  `with given as (${values})
   delete from ${KEYVAL} as kept using given
   where kept.host = ${HOST} and kept."user" = given.owner and kept.store = '${store}' and kept.key = given.key`,
  `with given as (${values})
   insert into ${KEYVAL} (host, "user", store, key, type, value)
   select ${HOST}, owner, '${store}', key, 'json', value from given`,
];

const PRIVATE = `
  select v."user" as owner, v.key, v.element::text as value
  from jsonb_to_recordset($1::jsonb) as v ("user" text, key text, element json)`;

const NODES = `
  select v."user" as owner, v.node as key, v.settings::text as value
  from jsonb_to_recordset($1::jsonb) as v ("user" text, node text, settings json)
  where v.settings is not null and json_typeof(v.settings) = 'object'`;

const NODES_AS_PRIVATE = `
  select v."asPrivate" ->> 'user' as owner, v."asPrivate" ->> 'key' as key,
    v."asPrivate" ->> 'element' as value
  from jsonb_to_recordset($1::jsonb) as v ("asPrivate" jsonb)
  where jsonb_typeof(v."asPrivate") = 'object'`;

const OWN_ITEMS = `
  delete from ${ARCHIVE} as kept using jsonb_to_recordset($1::jsonb) as v ("user" text, node text)
  where kept.host = ${HOST} and kept."user" = v."user" and kept.store = 'pep_' || v.node`;

const ITEMS = `
  insert into ${ARCHIVE} (host, "user", store, key, "when", "with", type, value)
  select ${HOST}, v."user", 'pep_' || v.node, one.item ->> 'id',
    ${seconds(`(one.item ->> 'publishedAt')::timestamptz`)}, one.item ->> 'publisher',
    'xml', one.item ->> 'payload'
  from jsonb_to_recordset($1::jsonb) as v ("user" text, node text, items jsonb),
    jsonb_array_elements(v.items) with ordinality as one (item, place)
  order by v."user", v.node, place`;

const OWN_BLOCKS = `
  delete from ${KEYVAL} as kept using jsonb_to_recordset($1::jsonb) as v ("user" text)
  where kept.host = ${HOST} and kept."user" = v."user" and kept.store = 'blocklist'`;

const BLOCKS = `
  insert into ${KEYVAL} (host, "user", store, key, type, value)
  select ${HOST}, v."user", 'blocklist', jid, 'boolean', 'true'
  from jsonb_to_recordset($1::jsonb) as v ("user" text, jids jsonb), jsonb_array_elements_text(v.jids) as jid
  union all
  select ${HOST}, v."user", 'blocklist', '', 'json',
    format('{"__hash":[false,{"created":%s}]}', extract(epoch from now())::bigint)
  from jsonb_to_recordset($1::jsonb) as v ("user" text)`;

const WRITES: Readonly<Record<'private' | 'pep' | 'blocks', readonly string[]>> = {
  private: replaceKeyvals('private', PRIVATE),
  pep: [
    ...replaceKeyvals('pep', NODES),
    ...replaceKeyvals('private', NODES_AS_PRIVATE),
    OWN_ITEMS,
    ITEMS,
  ],
  blocks: [OWN_BLOCKS, BLOCKS],
};

const gone = (store: string, key: string): string => `
  delete from ${KEYVAL} as kept using jsonb_to_recordset($1::jsonb) as v ("user" text, key text)
  where kept.host = ${HOST} and kept."user" = v."user" and kept.store = '${store}' and ${key}`;

const REMOVALS: typeof WRITES = {
  private: [gone('private', 'kept.key = v.key')],
  pep: [
    gone('pep', 'kept.key = v.key'),
    // `<root name>:<namespace>`, and namespaces have colons, too
    gone('private', `kept.key = split_part(kept.key, ':', 1) || ':' || v.key`),
    `delete from ${ARCHIVE} as kept using jsonb_to_recordset($1::jsonb) as v ("user" text, key text)
     where kept.host = ${HOST} and kept."user" = v."user" and kept.store = 'pep_' || v.key`,
  ],
  blocks: [OWN_BLOCKS],
};

/**
 * Writes what is staged, or removes what is gone, in the tables of the chat server. What it writes replaces what is there, so it may be
 * repeated. Moving in: 7
 */
export async function writeStores(
  target: Target,
  kind: 'private' | 'pep' | 'blocks',
  removes = false,
): Promise<void> {
  const [row] = await target.query<{ rows: string | null }>(
    removes
      ? `select jsonb_agg(jsonb_build_object('user', target[1], 'key', target[2]))::text as rows
         from moving.gone where kind = $1`
      : `select jsonb_agg(value order by n)::text as rows from moving.stage where refused is null and $1 <> ''`,
    [kind],
  );
  const rows = row?.rows ?? null;
  if (rows === null) return;
  await target.onEngine(async (query) => {
    for (const statement of removes ? REMOVALS[kind] : WRITES[kind]) await query(statement, [rows]);
  });
}

const OFFLINE = `
  insert into ${ARCHIVE} (host, "user", store, key, "when", "with", type, value)
  select ${HOST}, v."user", 'offline', v.key, ${seconds('v."sentAt"')}, '', 'xml', v.stanza
  from rows from (jsonb_to_recordset($1::jsonb)
    as ("user" text, key text, "sentAt" timestamptz, stanza text)) with ordinality
    as v ("user", key, "sentAt", stanza, place)
  order by place`;

/** Replaces all messages that wait and were moved; batches in order. */
export async function replaceOffline(
  target: Target,
  batches: AsyncIterable<string>,
): Promise<void> {
  await target.onEngine(async (query: Query) => {
    await query(
      `delete from ${ARCHIVE} where host = ${HOST} and store = 'offline' and key like 'of-%'`,
      [],
    );
    for await (const rows of batches) await query(OFFLINE, [rows]);
  });
}

/** Removes all that the chat server keeps of accounts of these names. */
export async function purgeStores(target: Target, names: readonly string[]): Promise<void> {
  await target.onEngine(async (query) => {
    for (const table of [KEYVAL, ARCHIVE]) {
      await query(`delete from ${table} where host = ${HOST} and "user" = any ($1)`, [names]);
    }
  });
}

export const NO_STORES =
  'The tables of the chat server are missing, or this role may not write them: start and stop Prosody once; --engine-database postgres://ROLE@HOST/NAME names its role, a file in PGPASSFILE the password';

/** Whether the chat server has made its tables, and this connection may write them. */
export async function hasStores(target: Target): Promise<boolean> {
  return target.onEngine(async (query) => {
    const [row] = (await query(
      `select coalesce(bool_and(to_regclass(name) is not null
         and has_table_privilege(to_regclass(name), privilege)), false) as usable
       from unnest('{${KEYVAL},${ARCHIVE}}'::text[]) as name, unnest('{select,insert,delete}'::text[]) as privilege`,
      [],
    )) as { usable: boolean }[];
    return row!.usable;
  });
}

/** As the first start of the chat server makes them, for a rehearsal. */
export async function makeStores(target: Target): Promise<void> {
  await target.query(`
    create schema if not exists prosody;
    create table if not exists ${KEYVAL} (
      host text not null, "user" text not null, store text not null, key text not null, type text not null,
      value text not null);
    create index if not exists prosody_index on ${KEYVAL} (host, "user", store, key);
    create table if not exists ${ARCHIVE} (
      sort_id serial primary key, host text not null, "user" text not null, store text not null,
      key text not null, "when" integer not null, "with" text not null, type text not null, value text not null);
    create unique index if not exists prosodyarchive_index on ${ARCHIVE} (host, "user", store, key)`);
}
