/** A SCRAM credential (RFC 5802 section 3); the password cannot be recovered from it. */
export interface ScramKeys {
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly storedKey: Uint8Array;
  readonly serverKey: Uint8Array;
}

/** What is stored for a password. An account that came from elsewhere may lack one hash, never both. */
export interface Credentials {
  readonly scramSha1: ScramKeys | null;
  readonly scramSha256: ScramKeys | null;
}

/** Both hashes, as they are derived from a password. */
export interface FullCredentials extends Credentials {
  readonly scramSha1: ScramKeys;
  readonly scramSha256: ScramKeys;
}

export function isComplete(credentials: Credentials): credentials is FullCredentials {
  return credentials.scramSha1 !== null && credentials.scramSha256 !== null;
}

/**
 * Derives keys off the event loop, with bounded concurrency. Takes passwords after SASLprep. Every
 * method throws a `DomainError` with code `overloaded` if too many requests are waiting.
 */
export abstract class PasswordHasher {
  abstract derive(password: string): Promise<FullCredentials>;
  /** In the order of `passwords`; interleaves with other requests. */
  abstract deriveAll(passwords: readonly string[]): Promise<readonly FullCredentials[]>;
  /** By the stronger hash that is there. */
  abstract matches(password: string, credentials: Credentials): Promise<boolean>;
}
