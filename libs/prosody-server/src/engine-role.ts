import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { addressesOf, connectToPrimary } from './primary-database.js';
import { systemAuthorities } from './system-authorities.js';

/** How Prosody connects to the database. */
export interface EngineDatabase {
  /** libpq connection string, without the password */
  readonly conninfo: string;
  readonly password: string;
}

/** What Prosody has to know of the database it serves. */
export interface PreparedEngine extends EngineDatabase {
  /** the XMPP domain of the database */
  readonly domain: string;
}

export interface EngineRoleOptions {
  /** of a role that may create roles and owns the database, or of a superuser */
  readonly databaseUrl: string;
  /** default `chat_engine` */
  readonly role?: string;
  /** default: a new random one */
  readonly password?: string;
}

const LOCK = 4_862_177_333;
/** Parameters of the address that mean to libpq what they mean to Node's driver. */
const SHARED_PARAMETERS = [
  'host',
  'target_session_attrs',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
];
const VERIFYING = /^verify-(ca|full)$/;

/**
 * Creates the chat server's role or sets its password, and admits it to the functions of the schema
 * `engine` and to the schema `prosody`. The database must have been migrated.
 * @throws PostgreSQL's errors, such as 42501 (may not create roles) or 42883 (not migrated)
 */
export async function prepareEngineRole(options: EngineRoleOptions): Promise<PreparedEngine> {
  const { databaseUrl, role = 'chat_engine' } = options;
  const password = options.password ?? randomBytes(24).toString('base64url');
  const client = await connectToPrimary(databaseUrl);
  try {
    await client.query('begin');
    // roles belong to the whole server, which may hold several databases
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const found = await client.query('select from pg_roles where rolname = $1', [role]);
    const name = pg.escapeIdentifier(role);
    const verb = found.rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${name} login password ${pg.escapeLiteral(password)}`);
    await actAsOwner(client);
    const { rows } = await client.query<{ domain: string }>(
      'select service_domain() as domain from admit_chat_engine($1)',
      [role],
    );
    await client.query('commit');
    return { conninfo: conninfoOf(databaseUrl, role), password, domain: rows[0]!.domain };
  } finally {
    await client.end();
  }
}

/** Makes the owner of the database the owner of what a superuser creates. */
async function actAsOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    `select datdba::regrole as owner from pg_database, pg_roles
     where datname = current_database() and rolname = current_user and rolsuper`,
  );
  if (rows[0]) await client.query(`set local role ${rows[0].owner}`);
}

/** Whether {@link prepareEngineRole} may create roles. @throws if the database is unavailable */
export async function mayMakeRoles(databaseUrl: string): Promise<boolean> {
  const client = await connectToPrimary(databaseUrl);
  try {
    const { rows } = await client.query<{ allowed: boolean }>(
      'select rolsuper or rolcreaterole as allowed from pg_roles where rolname = current_user',
    );
    return rows[0]?.allowed ?? false;
  } finally {
    await client.end();
  }
}

/**
 * The same database for another role, as a libpq connection string.
 * @param authorities the default CA file, because libpq has none
 */
export function conninfoOf(
  databaseUrl: string,
  role: string,
  authorities: string | null = systemAuthorities(),
): string {
  const servers = addressesOf(databaseUrl).map((address) => new URL(address));
  const url = servers[0]!;
  const parts: Record<string, string> = {
    host: servers.map(hostOf).join(),
    port: servers.map(({ port }) => port || '5432').join(),
    dbname: decodeURIComponent(url.pathname.slice(1)),
    user: role,
    application_name: 'prosody',
    connect_timeout: '2',
    tcp_user_timeout: '5000',
    ...(servers.length > 1 && { target_session_attrs: 'read-write' }),
  };
  for (const name of SHARED_PARAMETERS) {
    const value = url.searchParams.get(name);
    if (value) parts[name] = value;
  }
  if (authorities && VERIFYING.test(parts['sslmode'] ?? '')) parts['sslrootcert'] ??= authorities;
  return Object.entries(parts)
    .map(([name, value]) => `${name}='${value.replace(/[\\']/g, '\\$&')}'`)
    .join(' ');
}

const hostOf = ({ hostname }: URL): string =>
  decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
