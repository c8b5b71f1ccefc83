import { PasswordHasher } from '../users/credentials.js';
import type { Credentials, FullCredentials } from '../users/credentials.js';

/** Keys that are derived before the transaction that stores them. */
export class PreparedKeys extends PasswordHasher {
  /** by password; as many as there are users with it, since each has a salt of its own */
  private ready = new Map<string, FullCredentials[]>();
  private pretended: FullCredentials | null = null;
  private pretends = false;

  constructor(private readonly hasher: PasswordHasher) {
    super();
  }

  /**
   * @param passwords after SASLprep
   * @param pretends nothing will be stored, so that any keys do
   */
  async prepare(passwords: readonly string[], pretends: boolean): Promise<void> {
    this.ready = new Map();
    this.pretends = pretends;
    if (pretends) {
      this.pretended ??= await this.hasher.derive('');
      return;
    }
    const derived = await this.hasher.deriveAll(passwords);
    passwords.forEach((password, index) => {
      const those = this.ready.get(password) ?? [];
      this.ready.set(password, [...those, derived[index]!]);
    });
  }

  derive(password: string): Promise<FullCredentials> {
    if (this.pretends) return Promise.resolve(this.pretended!);
    const those = this.ready.get(password);
    const next = those?.shift();
    if (next === undefined) return this.hasher.derive(password);
    // for a transaction that is repeated
    those!.push(next);
    return Promise.resolve(next);
  }

  async deriveAll(passwords: readonly string[]): Promise<readonly FullCredentials[]> {
    const all: FullCredentials[] = [];
    for (const password of passwords) all.push(await this.derive(password));
    return all;
  }

  matches(password: string, credentials: Credentials): Promise<boolean> {
    return this.hasher.matches(password, credentials);
  }
}
