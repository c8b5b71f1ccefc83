import type { Credentials, ScramKeys } from '@chat-admin/domain/users/credentials';

/** Both SCRAM credentials as columns of `account_credential`, always in this order. */
export const CREDENTIAL_COLUMNS =
  'sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key, ' +
  'sha256_salt, sha256_iterations, sha256_stored_key, sha256_server_key';

type ScramRow<Prefix extends string> = Readonly<
  Record<`${Prefix}_${'salt' | 'stored_key' | 'server_key'}`, Buffer> &
    Record<`${Prefix}_iterations`, number>
>;

export type CredentialColumns = ScramRow<'sha1'> & ScramRow<'sha256'>;

export function credentialValues({ scramSha1, scramSha256 }: Credentials): readonly unknown[] {
  return [...scramValues(scramSha1), ...scramValues(scramSha256)];
}

/** As {@link credentialValues}, for functions; `null` if there are none. */
export function credentialsDocument(credentials: Credentials | null): string | null {
  if (credentials === null) return null;
  const keys = ({ salt, iterations, storedKey, serverKey }: ScramKeys) => ({
    salt: asBuffer(salt).toString('base64'),
    iterations,
    stored_key: asBuffer(storedKey).toString('base64'),
    server_key: asBuffer(serverKey).toString('base64'),
  });
  return JSON.stringify({
    sha1: keys(credentials.scramSha1),
    sha256: keys(credentials.scramSha256),
  });
}

export function credentialsOf(row: CredentialColumns): Credentials {
  return {
    scramSha1: {
      salt: row.sha1_salt,
      iterations: row.sha1_iterations,
      storedKey: row.sha1_stored_key,
      serverKey: row.sha1_server_key,
    },
    scramSha256: {
      salt: row.sha256_salt,
      iterations: row.sha256_iterations,
      storedKey: row.sha256_stored_key,
      serverKey: row.sha256_server_key,
    },
  };
}

function scramValues({ salt, iterations, storedKey, serverKey }: ScramKeys): readonly unknown[] {
  return [asBuffer(salt), iterations, asBuffer(storedKey), asBuffer(serverKey)];
}

/** The driver reliably writes only buffers as bytea, not other typed arrays. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
