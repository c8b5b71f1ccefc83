import type { Localpart } from '../shared/jid.js';
import { isComplete } from './credentials.js';
import type { Credentials, PasswordHasher } from './credentials.js';
import { preparedPassword } from './password.js';
import type { UserRepository } from './user-repository.js';

/**
 * Tests the password of a login. An account that came here with the keys of one hash gets those of the other as soon as
 * somebody shows its password; its keys may be those of the text as it was typed, without SASLprep.
 */
export class PasswordCheck {
  constructor(
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * @param offered as it was typed
   * @returns what the account has now; `null` if the password is wrong, or SASLprep refuses it
   * @throws Overloaded
   */
  async verify(
    username: Localpart,
    offered: string,
    stored: Credentials,
  ): Promise<Credentials | null> {
    const password = preparedPassword(offered) ?? '';
    if (await this.hasher.matches(password, stored)) {
      if (password === '') return null;
      return isComplete(stored) ? stored : this.completed(username, password, stored, 'absent');
    }
    if (isComplete(stored) || password === '' || password === offered) return null;
    if (!(await this.hasher.matches(offered, stored))) return null;
    return this.completed(username, password, stored, 'both');
  }

  /** A failure to do so never fails a login. Whoever prepares the password needs both hashes of that. */
  private async completed(
    username: Localpart,
    password: string,
    stored: Credentials,
    which: 'absent' | 'both',
  ): Promise<Credentials> {
    try {
      const derived = await this.hasher.derive(password);
      const { scramSha1, scramSha256 } = which === 'both' ? NONE : stored;
      const keys = {
        ...(scramSha1 === null && { scramSha1: derived.scramSha1 }),
        ...(scramSha256 === null && { scramSha256: derived.scramSha256 }),
      };
      const added = await this.users.addKeys(username, stored, keys);
      return added ? { ...stored, ...keys } : stored;
    } catch {
      return stored;
    }
  }
}

const NONE: Credentials = { scramSha1: null, scramSha256: null };
