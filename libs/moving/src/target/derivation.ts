import type { Note } from '../mapping/outcome.js';
import { foundKeys } from '../passwords/found-keys.js';
import type { CredentialOutcome, PasswordColumns } from '../mapping/moved-credentials.js';
import type { ReportCode } from '../report.js';
import type { Entity } from '../entities/entities.js';
import type { Fingerprints } from '../entities/fingerprints.js';
import type { StagedEntity } from './stage.js';

const HALF = 16;

/** What is noted of a password text, which no longer holds without it. */
const OF_TEXTS: ReadonlySet<ReportCode> = new Set([
  'password-undecryptable',
  'password-unusable',
  'scram-disagrees',
]);

/** What was stored of an account before. */
export interface FormerPassword {
  readonly secret: Buffer | null;
  readonly notes: readonly Note[] | null;
}

/** Fingerprints of keys and of password texts, and what is known of a row that was stored with others. */
export function secretOf(
  { user, scram }: PasswordColumns,
  fingerprints: Fingerprints,
  former: FormerPassword | undefined,
): { readonly secret: Buffer; readonly same: boolean } {
  const columns =
    user === null ? null : [user.salt, user.storedKey, user.serverKey, user.iterations];
  const texts = [user?.plainPassword || null, user?.encryptedPassword?.trim() || null];
  const secret = Buffer.concat([fingerprints.of([columns, scram]), fingerprints.of(texts)]);
  const before = former?.secret ?? null;
  if (before === null) return { secret, same: false };
  if (secret.equals(before)) return { secret, same: true };
  const { sha1, sha256 } = foundKeys(user, scram);
  const isSame =
    secret.subarray(0, HALF).equals(before.subarray(0, HALF)) &&
    texts.every((text) => text === null) &&
    (sha1 !== null || sha256 !== null) &&
    !former!.notes?.some(({ code }) => OF_TEXTS.has(code));
  // a log-in has removed the text: that of before stays noted
  return isSame ? { secret: before, same: true } : { secret, same: false };
}

type Staged = StagedEntity & { readonly keep?: readonly Note[] | null };

/** Adds credentials to accounts whose passwords are new, at most `jobs` at once. */
export async function deriveAll(
  staged: readonly Staged[],
  jobs: number,
  derive: (entity: Entity) => Promise<CredentialOutcome>,
): Promise<readonly (StagedEntity & { readonly derived: number })[]> {
  const done: (StagedEntity & { derived: number })[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < staged.length) {
      const index = next++;
      const one = staged[index]!;
      if (one.entity.password === undefined || one.keep) {
        done[index] = withKeys(one, one.text, one.notes, 0);
        continue;
      }
      const { credentials, notes, derived } = await derive(one.entity);
      const shown = credentials && {
        sha1: credentials.sha1 && textOf(credentials.sha1),
        sha256: credentials.sha256 && textOf(credentials.sha256),
      };
      done[index] = withKeys(one, withCredentials(one.text, shown), notes, derived);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, staged.length) }, worker));
  return done;
}

/** Written out: a spread with more properties is slow, and there is one for each row. */
const withKeys = (
  { entity, fingerprint, secret }: Staged,
  text: string,
  notes: readonly Note[],
  derived: number,
): StagedEntity & { derived: number } => ({ entity, text, fingerprint, secret, notes, derived });

/** @param account JSON of an object that is not empty */
const withCredentials = (account: string, credentials: object | null): string =>
  `${account.slice(0, -1)},"credentials":${JSON.stringify(credentials)}}`;

function textOf(keys: {
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly storedKey: Uint8Array;
  readonly serverKey: Uint8Array;
}): object {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    salt: base64(keys.salt),
    iterations: keys.iterations,
    storedKey: base64(keys.storedKey),
    serverKey: base64(keys.serverKey),
  };
}
