/** A SCRAM credential (RFC 5802 section 3); the password cannot be recovered from it. */
export interface ScramKeys {
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly storedKey: Uint8Array;
  readonly serverKey: Uint8Array;
}

/** What is stored for a password. */
export interface Credentials {
  readonly scramSha1: ScramKeys;
  readonly scramSha256: ScramKeys;
}

/**
 * Derives keys off the event loop, with bounded concurrency. Takes passwords after SASLprep. Every
 * method throws a `DomainError` with code `overloaded` if too many requests are waiting.
 */
export abstract class PasswordHasher {
  abstract derive(password: string): Promise<Credentials>;
  /** In the order of `passwords`; interleaves with other requests. */
  abstract deriveAll(passwords: readonly string[]): Promise<readonly Credentials[]>;
  abstract matches(password: string, credentials: Credentials): Promise<boolean>;
}
