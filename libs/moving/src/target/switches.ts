import type { Target } from './target.js';

/** What is off while an empty database is loaded; it is noted before it is done. */
interface Switched {
  readonly triggers: readonly { readonly table: string; readonly name: string }[];
  readonly indexes: readonly { readonly name: string; readonly definition: string }[];
  readonly references: readonly Reference[];
}

/** A foreign key: each row that is written asks for it, one statement for all of them is a tenth of that. */
interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  /** deletes the rows that belong to nothing, as deletions would have done */
  readonly orphans: string;
}

const TABLES = [
  ...['account', 'account_credential', 'lockout', 'vcard', 'roster_item', 'user_group'],
  ...['group_member', 'chat_service', 'room', 'room_affiliation', 'room_group_affiliation'],
];

/** Those with many rows, whose secondary indexes the import does not ask. */
const LARGE = [
  ...['account', 'account_credential', 'roster_item', 'roster_request', 'vcard'],
  ...['room', 'room_affiliation', 'room_message', 'archived_message'],
];

/** Triggers of users, rosters, groups and rooms, indexes and foreign keys of what there is much of. What holds cover stays covered. */
export async function switchOff(target: Target): Promise<void> {
  if (isNothing(await switched(target))) await noteSwitches(target);
  const { triggers, indexes, references } = await switched(target);
  await target.transaction(async () => {
    for (const { table, name } of triggers) {
      await target.query(`alter table ${table} disable trigger ${name}`);
    }
    for (const { table, name } of references) {
      await target.query(`alter table ${table} drop constraint if exists ${name}`);
    }
    for (const { name } of indexes) await target.query(`drop index if exists ${name}`);
  });
}

/**
 * Calls `work` in the transaction of the caller, without the triggers that act row by row.
 * @param work fills tables that are empty
 */
export async function withoutTriggers(target: Target, work: () => Promise<void>): Promise<void> {
  const triggers = await triggersOf(target);
  const switchAll = async (way: 'disable' | 'enable') => {
    for (const { table, name } of triggers) {
      await target.query(`alter table ${table} ${way} trigger ${name}`);
    }
  };
  await switchAll('disable');
  await work();
  await switchAll('enable');
  for (const statement of CATCH_UP) await target.query(statement);
}

const triggersOf = (target: Target) =>
  target.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name
     from pg_trigger
     where tgrelid = any ($1::regclass[]) and not tgisinternal and tgenabled = 'O'
       and tgname <> 'room_copy_held'`,
    [TABLES],
  );

async function noteSwitches(target: Target): Promise<void> {
  await target.transaction(async () => {
    const triggers = await triggersOf(target);
    const indexes = await target.query(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index
       where indrelid = any ($1::regclass[]) and not indisunique`,
      [LARGE],
    );
    const references = await target.query(
      `select conrelid::regclass::text as table, quote_ident(conname) as name,
         pg_get_constraintdef(pg_constraint.oid) as definition,
         format('delete from %s one where not exists (select from %s other where other.%I = one.%I)',
           conrelid::regclass, confrelid::regclass, there.attname, here.attname) as orphans
       from pg_constraint
       join pg_attribute here on here.attrelid = conrelid and here.attnum = conkey[1]
       join pg_attribute there on there.attrelid = confrelid and there.attnum = confkey[1]
       where contype = 'f' and conrelid = any ($1::regclass[])
         and cardinality(conkey) = 1 and here.attnotnull and confdeltype = 'c'`,
      [LARGE],
    );
    await target.query('update moving.run set switched_off = $1', [
      JSON.stringify({ triggers, indexes, references }),
    ]);
  });
}

/** What triggers would have done row by row. */
const CATCH_UP = [
  `insert into roster (owner, version, changed_since, changed)
   select owner, version, version, '{}'
   from (select owner, nextval('roster_version_seq') as version
         from (select distinct owner from roster_item) owners) drawn
   on conflict on constraint roster_pk do nothing`,
  `insert into shared_group (group_name, version, changed_since, changed)
   select name, version, version, '{}'
   from (select name, nextval('roster_version_seq') as version from user_group where shared) drawn
   on conflict on constraint shared_group_pk do nothing`,
];

/** Puts back what is noted as off, and does the work of the triggers. Nothing, if nothing is off. */
export async function switchOn(target: Target): Promise<void> {
  const off = await switched(target);
  if (isNothing(off)) return;
  const { triggers, indexes, references } = off;
  await target.transaction(async () => {
    for (const { orphans } of references) await target.query(orphans);
    for (const { table, name, definition } of references) {
      await target.query(
        `alter table ${table} drop constraint if exists ${name}, add constraint ${name} ${definition}`,
      );
    }
    for (const { table, name } of triggers) {
      await target.query(`alter table ${table} enable trigger ${name}`);
    }
    for (const { name, definition } of indexes) {
      const [row] = await target.query<{ there: boolean }>(
        'select to_regclass($1) is not null as there',
        [name],
      );
      if (!row!.there) await target.query(definition);
    }
    for (const statement of CATCH_UP) await target.query(statement);
    await target.query(`update moving.run set switched_off = '[]', first_load = false`);
  });
}

const NOTHING: Switched = { triggers: [], indexes: [], references: [] };

const isNothing = ({ triggers, indexes, references }: Switched): boolean =>
  triggers.length + indexes.length + references.length === 0;

async function switched(target: Target): Promise<Switched> {
  const [row] = await target.query<{ switched_off: Partial<Switched> | [] }>(
    'select switched_off from moving.run',
  );
  // an import that an older version began has no references
  return { ...NOTHING, ...row?.switched_off };
}
