import { areScramKeysOf, deriveScramKeys } from '@chat-admin/credentials/scram-keys';
import { preparedPassword } from '@chat-admin/domain/users/password';
import type { ScramKeys } from '@chat-admin/domain/users/credentials';
import type { MechanismKeys, UserColumns } from '../rows.js';
import { accountName } from './account-name.js';
import { note } from './outcome.js';
import type { Note } from './outcome.js';
import { foundKeys } from '../passwords/found-keys.js';
import type { NewPasswords } from '../passwords/new-passwords.js';
import type { OpenfireKeys } from '../passwords/openfire-keys.js';

/** What is stored for an account; at least one of both, or none. */
export interface MovedCredentials {
  readonly sha1: ScramKeys | null;
  readonly sha256: ScramKeys | null;
}

export interface CredentialSettings {
  readonly keys: OpenfireKeys;
  /** property `passwordKey`; null: there is none */
  readonly passwordKey: string | null;
  /** of keys that are derived here */
  readonly iterations: number;
  /** whether a password that equals the name is one */
  readonly acceptNamePasswords: boolean;
  /** the source writes the name for every password that it cannot read */
  readonly namePasswords: boolean;
  /** makes passwords for accounts that would have none; null: they have none */
  readonly newPasswords: NewPasswords | null;
}

/** The columns that decide about the credentials of one account. */
export interface PasswordColumns {
  readonly username: string;
  readonly user: UserColumns | null;
  readonly scram: readonly MechanismKeys[];
}

export interface CredentialOutcome {
  readonly credentials: MovedCredentials | null;
  readonly notes: readonly Note[];
  /** how many keys were derived */
  readonly derived: number;
}

const HASHES = ['sha1', 'sha256'] as const;

/** Of the account of that name, too, which Openfire's scripts make. */
const DEFAULT_PASSWORD = 'admin';

/**
 * The password counts, keys are taken over as far as they agree with it. Never throws.
 * Moving in: 3.1 to 3.5
 * @param here its name
 */
export async function movedCredentials(
  row: PasswordColumns,
  settings: CredentialSettings,
  here: string | null = accountName(row.username),
): Promise<CredentialOutcome> {
  const notes: Note[] = [];
  const found = foundKeys(row.user, row.scram);
  for (const mechanism of found.incomplete) {
    notes.push(note('scram-incomplete', 'its SCRAM keys are incomplete or damaged', mechanism));
  }
  for (const mechanism of found.unsupported) {
    notes.push(note('scram-unsupported', 'keys of this mechanism are not moved', mechanism));
  }
  const keys = { sha1: found.sha1, sha256: found.sha256 };
  const password = await passwordOf(row, keys, settings, notes);
  const decided =
    password === null
      ? { keys: orNull(keys), derived: 0 }
      : await withPassword(password, keys, settings.iterations, notes);
  if (decided.keys === null) return withNewPassword(here, settings, notes);
  if (await isDefault(row.username, password, decided.keys)) {
    notes.push(note('default-password', 'its password is the default of Openfire'));
  }
  return { credentials: decided.keys, notes, derived: decided.derived };
}

async function withNewPassword(
  name: string | null,
  { newPasswords, iterations }: CredentialSettings,
  notes: readonly Note[],
): Promise<CredentialOutcome> {
  if (newPasswords === null || name === null) {
    const reason = note('no-password', 'no log-in until a password is set');
    return { credentials: null, notes: [...notes, reason], derived: 0 };
  }
  const password = newPasswords.of(name);
  const credentials = {
    sha1: await deriveScramKeys('sha1', password, iterations),
    sha256: await deriveScramKeys('sha256', password, iterations),
  };
  const reason = note('password-new', 'it has a new password, in the file of --new-passwords');
  return { credentials, notes: [...notes, reason], derived: 2 };
}

interface Decided {
  readonly keys: MovedCredentials | null;
  readonly derived: number;
}

async function withPassword(
  password: string,
  keys: MovedCredentials,
  iterations: number,
  notes: Note[],
): Promise<Decided> {
  const prepared = preparedPassword(password);
  if (prepared === null) {
    const agreeing = await agreeingOnly(password, keys);
    notes.push(note('password-unusable', 'its password cannot be prepared or is too long'));
    return { keys: agreeing, derived: 0 };
  }
  const sha1 = keys.sha1 !== null && (await areScramKeysOf('sha1', prepared, keys.sha1));
  const sha256 = keys.sha256 !== null && (await areScramKeysOf('sha256', prepared, keys.sha256));
  const others = {
    sha1: sha1 ? null : keys.sha1,
    sha256: sha256 ? null : keys.sha256,
  };
  const raw = orNull(others) === null ? null : await agreeingOnly(password, others);
  if (HASHES.some((hash) => others[hash] !== null && !raw?.[hash])) {
    const text = 'its SCRAM keys are those of another password; its password counts';
    notes.push(note('scram-disagrees', text));
  }
  const kept = { sha1: sha1 ? keys.sha1 : null, sha256: sha256 ? keys.sha256 : null };
  return {
    keys: {
      sha1: kept.sha1 ?? (await deriveScramKeys('sha1', prepared, iterations)),
      sha256: kept.sha256 ?? (await deriveScramKeys('sha256', prepared, iterations)),
    },
    derived: Number(kept.sha1 === null) + Number(kept.sha256 === null),
  };
}

/** A password that SASLprep refuses agrees with keys of its raw UTF-8. */
async function agreeingOnly(
  password: string,
  keys: MovedCredentials,
): Promise<MovedCredentials | null> {
  const agrees = async (hash: 'sha1' | 'sha256') => {
    const held = keys[hash];
    return held !== null && (await areScramKeysOf(hash, password, held)) ? held : null;
  };
  return orNull({ sha1: await agrees('sha1'), sha256: await agrees('sha256') });
}

const orNull = (keys: MovedCredentials): MovedCredentials | null =>
  keys.sha1 === null && keys.sha256 === null ? null : keys;

/** As Openfire chooses for PLAIN. Empty counts as absent. */
async function passwordOf(
  { username, user, scram: _ }: PasswordColumns,
  keys: MovedCredentials,
  settings: CredentialSettings,
  notes: Note[],
): Promise<string | null> {
  const encrypted = user?.encryptedPassword?.trim() || null;
  const plain = user?.plainPassword || null;
  const decrypted = encrypted === null ? null : await decrypt(encrypted, keys, settings);
  if (encrypted !== null && decrypted === null) {
    notes.push(note('password-undecryptable', 'its encrypted password cannot be decrypted'));
  }
  const password = decrypted || plain;
  if (password === null) return null;
  const isName = settings.namePasswords && !settings.acceptNamePasswords && password === username;
  if (!isName) return password;
  notes.push(note('password-is-name', 'a password that is its name was not taken'));
  return null;
}

/** With several candidates the keys decide, if there are any. */
async function decrypt(
  encrypted: string,
  keys: MovedCredentials,
  { keys: ofServer, passwordKey }: CredentialSettings,
): Promise<string | null> {
  if (passwordKey === null) return null;
  const candidates = ofServer.passwords(encrypted, passwordKey);
  if (candidates.length < 2) return candidates[0] ?? null;
  for (const candidate of candidates) {
    const prepared = preparedPassword(candidate) ?? candidate;
    if (keys.sha1 !== null && (await areScramKeysOf('sha1', prepared, keys.sha1))) {
      return candidate;
    }
  }
  return candidates[0]!;
}

/** Where only keys tell, of the account that Openfire's scripts make: a derivation for everybody would take the most time of a copy. */
async function isDefault(
  username: string,
  password: string | null,
  keys: MovedCredentials,
): Promise<boolean> {
  if (password !== null) return password === DEFAULT_PASSWORD;
  if (username !== DEFAULT_PASSWORD) return false;
  const { sha1, sha256 } = keys;
  if (sha1 !== null) return areScramKeysOf('sha1', DEFAULT_PASSWORD, sha1);
  return sha256 !== null && areScramKeysOf('sha256', DEFAULT_PASSWORD, sha256);
}
