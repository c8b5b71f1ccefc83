import {
  POOLED_ROLE_SETTINGS,
  roleSettings,
} from '@chat-admin/persistence/database/session-settings';
import { ServerClient } from '@chat-admin/persistence/database/server-client';
import type { DatabaseServers } from '@chat-admin/persistence/database/database-servers';
import { ok, warning } from '../check.js';
import type { Check } from '../check.js';
import { pooledWay } from '../pooled-way.js';
import { identifier } from '../quoted.js';
import { Skipped } from '../skipped.js';

const TIMEOUT_MS = 4_000;

interface Sessions {
  readonly role: string;
  readonly database: string;
  /** names of settings that are PostgreSQL's own */
  readonly unset: readonly string[];
}

/** Behind a pooler in transaction mode no connection can set limits: whether the role has them. */
export const databaseRoleLimits: Check = {
  code: 'database/role-limits',
  examine: async (deployment) => {
    const { mode, servers } = await pooledWay(deployment);
    if (mode !== 'transaction') throw new Skipped('Each connection sets the limits of its session');
    const { role, database, unset } = await sessionsOf(servers);
    if (unset.length === 0) return ok(`Sessions of ${role} have limits`);
    return warning(
      `Sessions behind the pooler have no limits, or compile statements (${unset.join(', ')})`,
      'psql',
      `${roleSettings(identifier(role), identifier(database)).join('\n')}`,
    );
  },
};

async function sessionsOf(servers: DatabaseServers): Promise<Sessions> {
  const client = new ServerClient({
    servers,
    application_name: 'chat-admin doctor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Sessions>(
      `select session_user as role, current_database() as database,
         array(select name from pg_settings where name = any ($1) and setting in ('0', 'on')) as unset`,
      [POOLED_ROLE_SETTINGS],
    );
    return rows[0]!;
  } finally {
    void client.end().catch(() => undefined);
  }
}
