import { areScramKeysOf } from '@chat-admin/credentials/scram-keys';
import type { ScramKeys } from '@chat-admin/domain/users/credentials';
import { foundKeys } from '../passwords/found-keys.js';
import { preparedPassword } from '../passwords/moved-credentials.js';
import type { Entity } from '../run/entities.js';
import type { OpenedImport } from '../run/open-import.js';
import type { Target } from '../run/target.js';

interface StoredKeys {
  readonly salt: string;
  readonly iterations: number;
  readonly stored_key: string;
  readonly server_key: string;
}

const HASHES = ['sha1', 'sha256'] as const;

/** Whether the chat server is told keys that the password of the source gives, or those of the source where it has none. */
export async function verifyPassword(
  { password, target: [username] }: Entity,
  { found, keys }: OpenedImport,
  target: Target,
): Promise<boolean> {
  const [row] = await target.query<{ told: { sha1?: StoredKeys; sha256?: StoredKeys } | null }>(
    'select engine.credentials($1) as told',
    [username],
  );
  const told = row?.told ?? null;
  const noted = await codesOf(username!, target);
  const { user = null, scram = [] } = password ?? {};
  const encrypted = user?.encryptedPassword?.trim();
  const candidates = [
    ...(encrypted && found.passwordKey ? keys.passwords(encrypted, found.passwordKey) : []),
    ...(user?.plainPassword ? [user.plainPassword] : []),
  ]
    .filter(
      (text) => text !== '' && !(noted.has('password-is-name') && text === password?.username),
    )
    .map(preparedPassword);
  const usable = candidates.filter((text) => text !== null);
  const source = foundKeys(user, scram);
  if (usable.length === 0) {
    const isRefused = candidates.length > 0;
    const hasKeys = source.sha1 !== null || source.sha256 !== null;
    // keys of a password that was removed there stay
    const kept = HASHES.filter((hash) => !hasKeys || source[hash] !== null);
    const isAsThere = kept.every((hash) => sameKeys(told?.[hash], source[hash]));
    return isRefused || isAsThere || (!hasKeys && noted.has('password-new'));
  }
  for (const text of usable) {
    if ((await has('sha1', text, told?.sha1)) && (await has('sha256', text, told?.sha256)))
      return true;
  }
  // an encrypted password that Openfire has removed since it was copied
  return false;
}

/** Where the chat server is told keys of one hash alone, those of the other fit no password: they are zeros. */
function sameKeys(told: StoredKeys | undefined, there: ScramKeys | null): boolean {
  const key = bytes(told?.stored_key ?? '');
  if (there === null) return key.every((byte) => byte === 0);
  return (
    key.equals(there.storedKey) &&
    bytes(told!.server_key).equals(there.serverKey) &&
    bytes(told!.salt).equals(there.salt) &&
    told!.iterations === there.iterations
  );
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');

/** What the import has noted when it stored the credentials. */
async function codesOf(username: string, target: Target): Promise<ReadonlySet<string>> {
  const rows = await target.query<{ code: string }>(
    `select jsonb_array_elements(notes) ->> 'code' as code from moving.item
     where kind = 'accounts' and target = array[$1]`,
    [username],
  );
  return new Set(rows.map(({ code }) => code));
}

async function has(
  hash: 'sha1' | 'sha256',
  password: string,
  keys: StoredKeys | undefined,
): Promise<boolean> {
  if (keys === undefined) return false;
  return areScramKeysOf(hash, password, {
    salt: bytes(keys.salt),
    iterations: keys.iterations,
    storedKey: bytes(keys.stored_key),
    serverKey: bytes(keys.server_key),
  });
}
