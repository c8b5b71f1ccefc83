import type { Client } from 'pg';

/** What PostgreSQL says of a login that it does not admit, by SQLSTATE. */
const REFUSED = new Set(['28P01', '28000']);
/** The driver says so, without a code. */
const LACKS_PASSWORD = /client password must be a( non-empty)? string/;

/** Why a login was refused: `it wants a password` where none was found; `null`: something else is wrong. */
export function refusedLogin(error: unknown): string | null {
  const { message, code = '' } = error as Error & { code?: string };
  if (LACKS_PASSWORD.test(message)) return 'it wants a password';
  return REFUSED.has(code) ? message : null;
}

/** {@link refusedLogin} of a target, with where its password belongs. @param client that could not connect */
export function mendedLogin(
  error: unknown,
  { host, port, database, user }: Pick<Client, 'host' | 'port' | 'database' | 'user'>,
): string | null {
  const reason = refusedLogin(error);
  if (reason === null) return null;
  const line = [host, port, database, user, 'PASSWORD'].join(':');
  return `${reason}. For an address without one, PGPASSFILE names a file that its owner alone may read, with the line ${line}`;
}
