import { KEEPALIVES } from './vanished-peers.js';

/** Of every session. With many accounts a statement would be compiled for longer than it runs. */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = { ...KEEPALIVES, jit: 'off' };

/** Of the sessions of a pool. */
export const POOL_LIMITS: Readonly<Record<string, string>> = {
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
};

/** What no connection can set behind a pooler in transaction mode. */
const OF_ROLE: Readonly<Record<string, string>> = { ...POOL_LIMITS, jit: 'off' };
export const POOLED_ROLE_SETTINGS: readonly string[] = Object.keys(OF_ROLE);

/** The same for the role that connects, which may do that for itself. */
export function roleSettings(role: string, database: string): readonly string[] {
  return Object.entries(OF_ROLE).map(
    ([name, value]) => `alter role ${role} in database ${database} set ${name} = '${value}';`,
  );
}
