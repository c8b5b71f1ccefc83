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
 * Key derivation, off the event loop and limited in number.
 * Both methods throw `Overloaded` when too many derivations wait.
 */
export abstract class PasswordHasher {
  /** @param password already prepared, see {@link preparedPassword} */
  abstract derive(password: string): Promise<Credentials>;
  abstract matches(password: string, credentials: Credentials): Promise<boolean>;
}
