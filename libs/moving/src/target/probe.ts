import { matchesScramKeys } from '@chat-admin/credentials/scram-keys';
import { preparedPassword } from '@chat-admin/domain/users/password';
import type { Target } from './target.js';

type Keys = Readonly<Record<'salt' | 'stored_key' | 'server_key', string>> & { iterations: number };

type Told = Partial<Record<'sha1' | 'sha256', Keys>> & { readonly locked?: boolean };

export type ProbeAnswer = 'accepted' | 'locked' | 'refused';

/** Tries names and passwords against the stored keys. @returns the answers, by name */
export async function probeLogins(
  target: Target,
  logins: readonly (readonly [name: string, password: string])[],
): Promise<ReadonlyMap<string, ProbeAnswer>> {
  const answers = new Map<string, ProbeAnswer>();
  for (const [name, password] of logins) {
    const [row] = await target.query<{ told: Told | null }>(
      'select engine.credentials($1) as told',
      [name],
    );
    const told: Told = row?.told ?? {};
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
    answers.set(name, !fits ? 'refused' : told.locked ? 'locked' : 'accepted');
  }
  return answers;
}
