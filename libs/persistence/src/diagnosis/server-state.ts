import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';

/** The server and the session, as the services meet them. */
export interface ServerState {
  readonly database: string;
  /** role that owns the database */
  readonly owner: string;
  /** that logs in */
  readonly role: string;
  /** whether it is a superuser, or acts as one */
  readonly isSuperuser: boolean;
  /** such as 150004 */
  readonly version: number;
  readonly versionText: string;
  readonly encoding: string;
  readonly ctype: string;
  /** whether it is a standby */
  readonly inRecovery: boolean;
  /** whether a new session refuses writes */
  readonly readOnly: boolean;
  readonly encrypted: boolean;
  /** of the server; `null`: over a socket */
  readonly address: string | null;
  /** milliseconds since the epoch */
  readonly now: number;
  /** `null`: this role may not know it */
  readonly dataDirectory: string | null;
  /** connections that roles without privileges may hold in all */
  readonly mostConnections: number;
  /** limits of this database and this role; -1: none */
  readonly databaseLimit: number;
  readonly roleLimit: number;
  /** connections to the server, to the database and of the role that are not of chat-admin */
  readonly otherConnections: number;
  readonly otherInDatabase: number;
  readonly otherOfRole: number;
  /** whether a role that owns nothing can be admitted as the services */
  readonly admitsServices: boolean;
}

const STATE = `
  with other as (
    select datname, usename from pg_stat_activity
    where backend_type = 'client backend' and application_name not like 'chat-admin%'
  )
  select current_database() as database,
         pg_get_userbyid(datdba) as owner,
         session_user as role,
         (select bool_or(rolsuper) from pg_roles where rolname in (session_user, current_user))
           as "isSuperuser",
         current_setting('server_version_num')::integer as version,
         current_setting('server_version') as "versionText",
         current_setting('server_encoding') as encoding,
         datctype as ctype,
         pg_is_in_recovery() as "inRecovery",
         current_setting('transaction_read_only')::boolean as "readOnly",
         coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
         host(inet_server_addr()) as address,
         (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
         case when pg_has_role('pg_read_all_settings', 'usage')
           then current_setting('data_directory', true) end as "dataDirectory",
         current_setting('max_connections')::integer
           - current_setting('superuser_reserved_connections')::integer
           - coalesce(current_setting('reserved_connections', true), '0')::integer as "mostConnections",
         datconnlimit as "databaseLimit",
         rolconnlimit as "roleLimit",
         (select count(*)::integer from other) as "otherConnections",
         (select count(*)::integer from other where datname = current_database()) as "otherInDatabase",
         (select count(*)::integer from other where usename = session_user) as "otherOfRole",
         to_regproc('admit_chat_admin') is not null as "admitsServices"
  from pg_database, pg_roles
  where datname = current_database() and rolname = session_user`;

export async function serverState(dataSource: DataSource): Promise<ServerState> {
  const { rows } = await poolOf(dataSource).query<ServerState>(STATE);
  return rows[0]!;
}
