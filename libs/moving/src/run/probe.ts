import { matchesScramKeys } from '@chat-admin/credentials/scram-keys';
import { preparedPassword } from '../passwords/moved-credentials.js';
import type { Target } from './target.js';

type Keys = Readonly<Record<'salt' | 'stored_key' | 'server_key', string>> & { iterations: number };

/** Tries names and passwords against the stored keys. @returns the names that are refused */
export async function probeLogins(
  target: Target,
  logins: readonly (readonly [name: string, password: string])[],
): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  for (const [name, password] of logins) {
    const [row] = await target.query<{ told: Partial<Record<'sha1' | 'sha256', Keys>> | null }>(
      'select engine.credentials($1) as told',
      [name],
    );
    const told = row?.told ?? {};
    const prepared = preparedPassword(password);
    const hash = told.sha1 ? 'sha1' : 'sha256';
    const keys = told[hash];
    const fits =
      keys !== undefined &&
      prepared !== null &&
      (await matchesScramKeys(hash, prepared, {
        iterations: keys.iterations,
        salt: Buffer.from(keys.salt, 'base64'),
        storedKey: Buffer.from(keys.stored_key, 'base64'),
        serverKey: Buffer.from(keys.server_key, 'base64'),
      }));
    if (!fits) refused.add(name);
  }
  return refused;
}
