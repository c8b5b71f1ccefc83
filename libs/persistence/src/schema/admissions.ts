import { ownCommand } from '@chat-admin/configuration/own-command';
import type { QueryRunner } from 'typeorm';
import { UnusableDatabase } from './unusable-database.js';

/** Roles that may read the books of the schema without owning them were admitted as services. */
const ADMITTED = `
  select distinct rolname as role
  from pg_class, aclexplode(relacl) acl join pg_roles on pg_roles.oid = acl.grantee
  where pg_class.oid = 'public.schema_state'::regclass and acl.grantee <> relowner
    and privilege_type = 'SELECT'`;

/** Grants what migrations have added to the roles of services. */
export async function renewAdmissions(runner: QueryRunner): Promise<void> {
  await runner.query(
    `select admit_chat_admin(role) from (${ADMITTED}) admitted
     where pg_has_role((select nspowner from pg_namespace where nspname = 'engine'), 'usage')`,
  );
}

const MISSING = `
  with own_table as (
    select pg_class.oid, format('table %I', relname) as name, relname like 'schema\\_%' as is_book
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  ), missing as (
    select privilege, name
    from own_table, unnest(case when is_book then '{SELECT}'
      else '{SELECT,INSERT,UPDATE,DELETE}'::text[] end) as privilege
    where not has_table_privilege(oid, privilege)
    union all
    select 'USAGE', format('schema %I', nspname) from pg_namespace
    where nspname in ('public', 'engine') and not has_schema_privilege(oid, 'usage')
    union all
    select 'EXECUTE', 'function ' || pg_proc.oid::regprocedure
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where proname = 'put_credentials' and nspname = 'engine'
      and not has_function_privilege(pg_proc.oid, 'execute')
  )
  select format('%s on %s', privilege, name) as grant, current_user as role,
    (select nspowner::regrole::text from pg_namespace where nspname = 'engine') as owner
  from missing order by name, privilege limit 1`;

/** The role of this connection lacks a right on what is there. */
export class MissingGrant extends UnusableDatabase {
  constructor({ grant, role, owner }: Record<'grant' | 'role' | 'owner', string>) {
    super(
      `the role "${role}" lacks ${grant}; as ${owner}: select admit_chat_admin('${role.replaceAll("'", "''")}')`,
    );
  }
}

/** @throws MissingGrant for the first right that the role of this connection lacks */
export async function requireGrants(runner: QueryRunner): Promise<void> {
  const [missing] = (await runner.query(MISSING)) as Record<'grant' | 'role' | 'owner', string>[];
  if (missing !== undefined) throw new MissingGrant(missing);
}

/** @throws UnusableDatabase if the role of this connection does not own the schema */
export async function requireOwner(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query(
    `select current_user as role, pg_has_role(nspowner, 'usage') as owns
     from pg_namespace where nspname = 'engine'`,
  )) as { role: string; owns: boolean }[];
  if (row === undefined || row.owns) return;
  throw new UnusableDatabase(
    `the role "${row.role}" may not change the schema: name the owner in DATABASE_MIGRATION_URL, or let "${ownCommand('migrate')}" do it with that`,
  );
}
