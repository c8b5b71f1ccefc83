import type { Source } from '../source.js';
import type { OpenedImport } from './open-import.js';

const MOST_TRIED = 1_000;

/** How many passwords there are, how many of them will be derived twice, and whether the first encrypted ones can be decrypted. */
export async function decryptable(
  source: Source,
  { found: { passwordKey }, keys }: OpenedImport,
): Promise<{
  readonly passwords: number;
  readonly twice: number;
  readonly tried: number;
  readonly decrypted: number;
}> {
  let passwords = 0;
  let twice = 0;
  let tried = 0;
  let decrypted = 0;
  for await (const { user } of source.rows('accounts')) {
    const encrypted = user?.encryptedPassword?.trim();
    if (encrypted || user?.plainPassword) passwords += 1;
    // Openfire rewrites it at its first log-in, so that it is derived again
    if (user?.plainPassword && !encrypted) twice += 1;
    if (!encrypted || tried >= MOST_TRIED) continue;
    tried += 1;
    if (passwordKey !== null && keys.passwords(encrypted, passwordKey).length > 0) decrypted += 1;
  }
  return { passwords, twice, tried, decrypted };
}
