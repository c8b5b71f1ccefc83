import type { Credentials, ScramKeys } from '@chat-admin/domain/users/credentials';

/** Both SCRAM credentials as columns of `account_credential`, always in this order. */
export const CREDENTIAL_COLUMNS =
  'sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key, ' +
  'sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key';

/** All of it is there, or nothing. */
type ScramRow<Prefix extends string> = Readonly<
  Record<`${Prefix}_${'salt' | 'stored_key' | 'server_key'}`, Buffer | null> &
    Record<`${Prefix}_iterations`, number | null>
>;

export type CredentialColumns = ScramRow<'sha1'> & ScramRow<'sha256'>;

export function credentialValues({ scramSha1, scramSha256 }: Credentials): readonly unknown[] {
  return [...scramValues(scramSha1), ...scramValues(scramSha256)];
}

/** As {@link credentialValues}, for functions, absent hashes left out; `null` if there are none. */
export function credentialsDocument(credentials: Partial<Credentials> | null): string | null {
  if (credentials === null) return null;
  const keys = (given: ScramKeys | null | undefined) =>
    given && {
      salt: asBuffer(given.salt).toString('base64'),
      iterations: given.iterations,
      stored_key: asBuffer(given.storedKey).toString('base64'),
      server_key: asBuffer(given.serverKey).toString('base64'),
    };
  return JSON.stringify({
    sha1: keys(credentials.scramSha1) ?? undefined,
    sha256: keys(credentials.scramSha256) ?? undefined,
  });
}

export function credentialsOf(row: CredentialColumns): Credentials {
  return {
    scramSha1: scramKeys(
      row.sha1_salt,
      row.sha1_iterations,
      row.sha1_stored_key,
      row.sha1_server_key,
    ),
    scramSha256: scramKeys(
      row.sha256_salt,
      row.sha256_iterations,
      row.sha256_stored_key,
      row.sha256_server_key,
    ),
  };
}

function scramKeys(
  salt: Buffer | null,
  iterations: number | null,
  storedKey: Buffer | null,
  serverKey: Buffer | null,
): ScramKeys | null {
  if (salt === null || iterations === null || storedKey === null || serverKey === null) return null;
  return { salt, iterations, storedKey, serverKey };
}

function scramValues(keys: ScramKeys | null): readonly unknown[] {
  if (keys === null) return [null, null, null, null];
  const { salt, iterations, storedKey, serverKey } = keys;
  return [asBuffer(salt), iterations, asBuffer(storedKey), asBuffer(serverKey)];
}

/** The driver reliably writes only buffers as bytea, not other typed arrays. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
