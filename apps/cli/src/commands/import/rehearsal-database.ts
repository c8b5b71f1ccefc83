import { ImportRefused, type TargetFailed } from '@chat-admin/moving/faults';
import { lacksPrivilege, Target } from '@chat-admin/moving/target/target';
import type { LocalPostgres } from '../setup/local-postgres.js';

const MARK = 'rehearsal of chat-admin import';
/** Of a database that was there: the schema that says so, the last one to go. */
const MARKED = 'rehearsal_of_chat_admin';

/** Encoding and locale of the database that is connected to, which need not be those of the server. */
const FORM = `
  select format('template template0 encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype)
    as form
  from pg_database where datname = current_database()`;

const isOfExtension = (catalog: string, id: string): string => `exists (
  select from pg_depend where classid = '${catalog}'::regclass and objid = ${id} and deptype = 'e')`;

/** What takes away all that is in the database, in this order. What belongs to an extension stays. */
const CONTENTS = `
  select statement from (
    select 1 as place, format('drop %s if exists %s cascade', case relkind
        when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else 'table'
      end, pg_class.oid::regclass) as statement, relkind = 'S' as is_last
    from pg_class
    where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'f', 'v', 'm', 'S')
      and not ${isOfExtension('pg_class', 'pg_class.oid')}
    union all
    select 2, format('drop routine if exists %s cascade', pg_proc.oid::regprocedure), false
    from pg_proc
    where pronamespace = to_regnamespace('public') and not ${isOfExtension('pg_proc', 'pg_proc.oid')}
    union all
    select 3, format('drop type if exists %s cascade', pg_type.oid::regtype), false
    from pg_type left join pg_class on pg_class.oid = typrelid
    where typnamespace = to_regnamespace('public') and (typtype in ('d', 'e', 'r') or relkind = 'c')
      and not ${isOfExtension('pg_type', 'pg_type.oid')}
    union all
    select 4, format('drop schema if exists %I cascade', nspname), nspname = '${MARKED}'
    from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
      and not ${isOfExtension('pg_namespace', 'pg_namespace.oid')}
  ) content
  order by place, is_last`;

interface Existing {
  readonly mark: string | null;
  readonly as_here: boolean;
}

/** A database beside the target, for a rehearsal alone. */
export class RehearsalDatabase {
  private constructor(
    private readonly target: Target,
    private readonly name: string,
    readonly url: string,
    private readonly isMade: boolean,
  ) {}

  /**
   * One that is there and empty is used, any other one is made. What a killed rehearsal has left behind is taken away first.
   * @param target as who may make databases
   * @param owner address of the target, as who fills it
   * @throws ImportRefused if somebody else uses it, or nobody may make it
   */
  static async beside(
    target: Target,
    owner: string,
    root: LocalPostgres | null,
  ): Promise<RehearsalDatabase> {
    const [here] = await target.query<{ name: string }>('select current_database() as name');
    const name = `${here!.name}_rehearsal`;
    const url = new URL(owner);
    url.pathname = `/${encodeURIComponent(name)}`;
    const [existing] = await target.query<Existing>(
      `select shobj_description(there.oid, 'pg_database') as mark, there.encoding = here.encoding as as_here
       from pg_database there, pg_database here
       where there.datname = $1 and here.datname = current_database()`,
      [name],
    );
    if (existing === undefined || existing.mark === MARK) {
      await make(target, name, root);
      return new RehearsalDatabase(target, name, url.href, true);
    }
    if (!existing.as_here) {
      const [row] = await target.query<{ form: string }>(FORM);
      throw new ImportRefused(
        `The database ${name} has another encoding than ${here!.name}. Make it anew: create database ${quoted(name)} ${row!.form}`,
      );
    }
    await inside(url.href, (there) => take(there, name));
    return new RehearsalDatabase(target, name, url.href, false);
  }

  /** To the owner of the target, where somebody else has made it. */
  async giveAway(): Promise<void> {
    if (!this.isMade) return;
    const [row] = await this.target.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()',
    );
    await this.target.query(`alter database ${quoted(this.name)} owner to ${quoted(row!.owner)}`);
  }

  /** Takes away what the rehearsal has made. */
  async end(): Promise<void> {
    if (this.isMade) await this.target.query(dropping(this.name));
    else await inside(this.url, empty);
  }
}

async function inside(url: string, work: (there: Target) => Promise<void>): Promise<void> {
  const there = await Target.open({ url, engineUrl: null });
  try {
    await work(there);
  } finally {
    await there.close();
  }
}

/** @throws ImportRefused if there is something in it, or this role may not make anything */
async function take(there: Target, name: string): Promise<void> {
  const [row] = await there.query<{ marked: boolean; may: boolean; role: string }>(
    `select to_regnamespace('${MARKED}') is not null as marked, current_user as role,
       has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may`,
  );
  const { marked, may, role } = row!;
  if (!may) {
    throw new ImportRefused(
      `${role} may make nothing in the database ${name}. As a superuser, in psql: alter database ${quoted(name)} owner to ${quoted(role)}`,
    );
  }
  if (!marked && (await there.query(CONTENTS)).length > 0) {
    throw new ImportRefused(`The database ${name} is not empty, and no rehearsal has filled it.`);
  }
  await empty(there);
  await there.query(`create schema ${MARKED}`);
}

async function empty(there: Target): Promise<void> {
  const contents = await there.query<{ statement: string }>(CONTENTS);
  for (const { statement } of contents) await there.query(statement);
}

async function make(target: Target, name: string, root: LocalPostgres | null): Promise<void> {
  await target.query(dropping(name));
  const [{ form }] = (await target.query<{ form: string }>(FORM)) as [{ form: string }];
  await target
    .query(`create database ${quoted(name)} ${form}`)
    .catch(async (error: TargetFailed) => {
      if (!lacksPrivilege(error)) throw error;
      const [row] = await target.query<{ role: string }>('select current_user as role');
      const { role } = row!;
      const making = `create database ${quoted(name)} ${form} owner ${quoted(role)}`;
      if (root !== null) {
        await root.run('postgres', making);
        return;
      }
      throw new ImportRefused(
        `${role} may not make the database ${name}. As a superuser, in psql: ${making}; or: alter role ${quoted(role)} createdb`,
      );
    });
  await target.query(`comment on database ${quoted(name)} is '${MARK}'`);
}

const dropping = (name: string): string => `drop database if exists ${quoted(name)} with (force)`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
