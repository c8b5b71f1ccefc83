import { areScramKeysOf } from '@chat-admin/credentials/scram-keys';
import type { ScramHash } from '@chat-admin/credentials/scram-keys';
import type { ScramKeys } from '@chat-admin/domain/users/credentials';
import type { Note } from '../mapping/outcome.js';
import { foundKeys } from '../passwords/found-keys.js';
import { preparedPassword } from '@chat-admin/domain/users/password';
import { secretOf } from '../target/derivation.js';
import type { Entity } from '../entities/entities.js';
import type { Fingerprints } from '../entities/fingerprints.js';
import type { OpenedImport } from '../passes/open-import.js';
import type { Target } from '../target/target.js';

interface StoredKeys {
  readonly salt: string;
  readonly iterations: number;
  readonly stored_key: string;
  readonly server_key: string;
}

type ToldKeys = { readonly sha1?: StoredKeys; readonly sha256?: StoredKeys };

const HASHES = ['sha1', 'sha256'] as const;

/** Whether the chat server is told keys that the password of the source gives, or those of the source where it has none. */
export async function verifyPassword(
  { password, target: [username] }: Entity,
  { found, keys }: OpenedImport,
  target: Target,
  fingerprints: Fingerprints,
): Promise<boolean> {
  const [row] = await target.query<{ told: ToldKeys | null }>(
    'select engine.credentials($1) as told',
    [username],
  );
  const told = row?.told ?? {};
  const stored = await storedOf(username!, target);
  const { user, scram } = password!;
  const source = foundKeys(user, scram);
  const areOfSource = () => HASHES.every((hash) => sameKeys(told[hash], source[hash]));
  const encrypted = user?.encryptedPassword?.trim();
  const decrypted =
    encrypted && found.passwordKey ? keys.passwords(encrypted, found.passwordKey) : [];
  const plain = user?.plainPassword ? [user.plainPassword] : [];
  const isName = (text: string) =>
    stored.codes.has('password-is-name') && text === password!.username;
  const readable = decrypted.filter((text) => text !== '');
  const texts = (readable.length > 0 ? readable : plain).filter((text) => !isName(text));
  if (texts.length === 0) {
    if (source.sha1 === null && source.sha256 === null && stored.codes.has('password-new')) {
      return true;
    }
    // a log-in has removed the text that was copied, and its keys are the same
    const isFormer = !secretOf(password!, fingerprints, undefined).secret.equals(stored.secret);
    return isFormer || areOfSource();
  }
  for (const text of texts) {
    const prepared = preparedPassword(text);
    const isIt = (hash: ScramHash) =>
      prepared === null
        ? isOfRefused(hash, text, told[hash], source[hash])
        : has(hash, prepared, told[hash]);
    if ((await isIt('sha1')) && (await isIt('sha256'))) return true;
  }
  return false;
}

/** Keys of a password that cannot be prepared are those of its raw text, if there are any. */
async function isOfRefused(
  hash: ScramHash,
  text: string,
  told: StoredKeys | undefined,
  there: ScramKeys | null,
): Promise<boolean> {
  const agrees = there !== null && (await areScramKeysOf(hash, text, there));
  return sameKeys(told, agrees ? there : null);
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
async function storedOf(
  username: string,
  target: Target,
): Promise<{ readonly secret: Buffer; readonly codes: ReadonlySet<string> }> {
  const [item] = await target.query<{ secret: Buffer; notes: readonly Note[] | null }>(
    `select secret, notes from moving.item where kind = 'accounts' and target = array[$1]`,
    [username],
  );
  return { secret: item!.secret, codes: new Set(item!.notes?.map(({ code }) => code)) };
}

async function has(
  hash: ScramHash,
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
