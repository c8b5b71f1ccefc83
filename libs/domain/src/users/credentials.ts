/** One SCRAM credential (RFC 5802 section 3); the password cannot be read back from it. */
export interface ScramKeys {
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly storedKey: Uint8Array;
  readonly serverKey: Uint8Array;
}

/** What is stored of a password. */
export interface Credentials {
  readonly scramSha1: ScramKeys;
  readonly scramSha256: ScramKeys;
}

/**
 * Key derivation, off the event loop and limited in number. Passwords are given as SASLprep makes
 * them. Every method throws a `DomainError` of code `overloaded` when too many requests wait.
 */
export abstract class PasswordHasher {
  abstract derive(password: string): Promise<Credentials>;
  /** In the order of `passwords`; lets other requests in between. */
  abstract deriveAll(passwords: readonly string[]): Promise<readonly Credentials[]>;
  abstract matches(password: string, credentials: Credentials): Promise<boolean>;
}
