import pg from 'pg';
import { connected } from './database.js';

/** What the superuser can have made in a database and an owner has to own; extensions keep what is theirs. */
const MADE_BY_SUPERUSER = `
  with made (class, id, owner) as (
    select 'pg_namespace'::regclass, oid, nspowner from pg_namespace
    union all
    select 'pg_class'::regclass, oid, relowner from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select 'pg_proc'::regclass, oid, proowner from pg_proc
    union all
    select 'pg_type'::regclass, oid, typowner from pg_type where typrelid = 0 and typcategory <> 'A'
  )
  select object.type, object.identity
  from made, pg_identify_object(made.class, made.id, 0) object
  where made.owner = current_user::regrole::oid
    -- what is older than the database belongs to the system
    and made.id >= 16384
    -- a member of an extension, or the sequence of a column
    and not exists (
      select from pg_depend
      where classid = made.class and objid = made.id
        and (deptype = 'e' or (deptype in ('a', 'i') and made.class = 'pg_class'::regclass)))`;

/**
 * Makes `role` the owner of the database, without any rights beyond it, and gives it what the superuser has made there.
 * One transaction; may be called again.
 * @param url of the database, as superuser
 */
export async function giveDatabase(url: string, role: string, password: string): Promise<void> {
  await connected(url, async (client) => {
    const name = pg.escapeIdentifier(role);
    await client.query('begin');
    const found = await client.query('select from pg_roles where rolname = $1', [role]);
    const verb = found.rowCount ? 'alter' : 'create';
    await client.query(
      `${verb} role ${name} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
         password ${pg.escapeLiteral(password)}`,
    );
    const database = pg.escapeIdentifier(client.database ?? '');
    await client.query(`alter database ${database} owner to ${name}`);
    const { rows } = await client.query<{ type: string; identity: string }>(MADE_BY_SUPERUSER);
    for (const { type, identity } of rows) {
      await client.query(`alter ${type} ${identity} owner to ${name}`);
    }
    await client.query('commit');
  });
}
