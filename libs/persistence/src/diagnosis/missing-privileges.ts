import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';

/** The role of the services reads and writes the tables, but the books of the schema, asks sequences, and calls what triggers call. */
const OWN = `
  with relation as (
    select pg_class.oid, relkind, format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  )
  select format('grant usage on schema %I to %I;', nspname, current_user) as statement
  from pg_namespace
  where nspname = 'public' and not has_schema_privilege(oid, 'usage')
  union all
  select format('grant %s on %s to %I;', string_agg(privilege, ', ' order by place), name, current_user)
  from relation,
       unnest(array['select', 'insert', 'update', 'delete']) with ordinality as _ (privilege, place)
  where not has_table_privilege(relation.oid, privilege)
    and (privilege = 'select' or name not like 'schema\\_%')
  group by name
  union all
  select format('grant usage, select on sequence %I to %I;', relname, current_user)
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'S'
    and not (has_sequence_privilege(oid, 'usage') and has_sequence_privilege(oid, 'select'))
  union all
  select format('grant execute on function %s to %I;', pg_proc.oid::regprocedure, current_user)
  from pg_proc
  where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    and not has_function_privilege(oid, 'execute') and proname not like 'admit\\_%'
  order by statement`;

/** What the role of this connection lacks, as statements that its owner runs. */
export async function missingPrivileges(dataSource: DataSource): Promise<readonly string[]> {
  const { rows } = await poolOf(dataSource).query<{ statement: string }>(OWN);
  return rows.map(({ statement }) => statement);
}

/** A role that was admitted as the chat server. */
export interface ChatRole {
  readonly role: string;
  /** functions of the schema engine that it may not call */
  readonly missing: readonly string[];
  /** whether it may use and fill the schema of the stock storage */
  readonly hasSchema: boolean;
  /** whether it may act with the rights of the owner, or is the role of the services */
  readonly isTooMighty: boolean;
}

/** Roles of services may use the schema, too, but call nothing there save what sets a password. */
const CHAT_ROLES = `
  with admitted as (
    select distinct grantee from pg_namespace, aclexplode(nspacl)
    where nspname = 'engine' and grantee not in (0, nspowner) and not (
      coalesce(has_table_privilege(grantee, to_regclass('public.schema_state'), 'select'), false)
      and not exists (
        select from pg_proc
        where pronamespace = 'engine'::regnamespace and proname <> 'put_credentials'
          and has_function_privilege(grantee, pg_proc.oid, 'execute')))
  )
  select rolname as role,
         array(
           select pg_proc.oid::regprocedure::text from pg_proc
           where pronamespace = 'engine'::regnamespace
             and not has_function_privilege(grantee, pg_proc.oid, 'execute')
           order by 1) as missing,
         coalesce(has_schema_privilege(grantee, to_regnamespace('prosody'), 'usage, create'), false)
           and has_database_privilege(grantee, current_database(), 'connect') as "hasSchema",
         rolname in (session_user, current_user) or rolsuper or has_schema_privilege(grantee, 'public', 'create')
           as "isTooMighty"
  from admitted join pg_roles on pg_roles.oid = grantee
  order by rolname`;

export async function chatRoles(dataSource: DataSource): Promise<readonly ChatRole[]> {
  return (await poolOf(dataSource).query<ChatRole>(CHAT_ROLES)).rows;
}
