import { roleSettings } from '@chat-admin/persistence/database/session-settings';
import { identifier } from '../doctor/quoted.js';
import type { SetupNames } from './setup-names.js';

/** By role, what `pg_authid` keeps of the password. */
export type Verifiers = ReadonlyMap<string, string>;

/** As JSON, what a setup needs to know about the server. */
export function factsSql({ database, owner, app, engine }: SetupNames): string {
  const roles = [owner, app, engine].map(quoted).join(', ');
  return `select json_build_object(
  'version', current_setting('server_version_num')::int,
  'versionText', current_setting('server_version'),
  'port', current_setting('port')::int,
  'addresses', current_setting('listen_addresses'),
  'superuser', (select rolsuper from pg_roles where rolname = current_user),
  'makesRoles', (select rolcreaterole from pg_roles where rolname = current_user),
  'makesDatabases', (select rolcreatedb from pg_roles where rolname = current_user),
  'account', current_user,
  'roles', (select coalesce(json_agg(rolname), '[]') from pg_roles where rolname in (${roles})),
  'databaseOwner', (select pg_get_userbyid(datdba) from pg_database where datname = ${quoted(database)})
);\n`;
}

/**
 * Roles and database, where they lack; run as many times as wanted, by a superuser or by a role that may create both and
 * then has to be a member of the owner. For psql (`\gexec`).
 */
export function rolesSql(
  names: SetupNames,
  verifiers: Verifiers | null,
  isSuperuser = true,
): string {
  const { database, owner, app, engine } = names;
  const roles = [owner, app, engine].map((role) => {
    const create = `select 'create role ${role} login' where not exists (select from pg_roles where rolname = ${quoted(role)}) \\gexec`;
    const verifier = verifiers?.get(role);
    return verifier === undefined
      ? create
      : `${create}\nalter role ${role} login password ${quoted(verifier)};`;
  });
  const create = `create database ${database} owner ${owner} encoding ''UTF8'' locale ''C.UTF-8'' template template0`;
  return [
    ...roles,
    ...(isSuperuser ? [] : [`grant ${owner} to current_user;`]),
    `select '${create}' where not exists (select from pg_database where datname = ${quoted(database)}) \\gexec`,
    `\\connect ${database}`,
    '-- everybody may create objects there before PostgreSQL 15',
    'revoke create on schema public from public;',
    `grant all on schema public to ${owner};`,
    '',
  ].join('\n');
}

/** What roles that somebody else has made may do in the prepared database; run in it by its owner. */
export function grantsSql({ owner, app, engine }: SetupNames): string {
  return `create schema if not exists prosody authorization ${identifier(owner)};
select admit_chat_engine(${quoted(engine)});
select admit_chat_admin(${quoted(app)});
`;
}

/**
 * What the roles may do in the prepared database; run in it by who has made them, as many times as wanted. The last lines are
 * for poolers in transaction mode, through which no connection can set limits.
 */
export function admissionSql({ database, owner, app, engine }: SetupNames): string {
  return `create schema if not exists prosody authorization ${owner};
select admit_chat_engine('${engine}');
do $$
begin
  if exists (select from pg_proc where proname = 'admit_chat_admin') then
    alter role ${app} in database ${database} reset role;
    revoke ${owner} from ${app};
    perform admit_chat_admin('${app}');
  else
    -- The services prepare the database themselves, as its owner.
    grant connect on database ${database} to ${app};
    grant ${owner} to ${app};
    alter role ${app} in database ${database} set role = '${owner}';
  end if;
end
$$;
${roleSettings(app, database).join('\n')}
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
