import { OwnLogin } from '../access/errors.js';
import { invalidValue } from '../shared/domain-error.js';
import type { Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { userNamed } from '../users/local-user.js';
import { preparedPassword } from '../users/password.js';
import type { UserManagement } from '../users/user-management.js';
import { objectAt, requirePassword } from './job-line.js';
import type { LineContext, LinePlanner, PasswordLine, PlannedLine } from './job-line.js';
import type { PreparedKeys } from './prepared-keys.js';

/** Lines that give users another password. Contract: extensions E7.1 */
export class PasswordLines implements LinePlanner<PasswordLine> {
  /** by what the lines of a batch name */
  private generated = new Map<string, string>();

  constructor(
    private readonly users: UserManagement,
    private readonly keys: PreparedKeys,
    private readonly domain: ServiceDomain,
  ) {}

  /** Derives keys while nothing is locked. */
  async prepare(drafts: readonly (PasswordLine | null)[], context: LineContext): Promise<void> {
    const { generatePasswords, dryRun } = context.options;
    this.generated = new Map();
    const passwords = drafts.flatMap((draft) => {
      if (!draft?.username) return [];
      if (draft.password) return [draft.password];
      if (!generatePasswords) return [];
      const name = this.named(draft.username);
      const password = this.generated.get(name) ?? context.newPassword();
      this.generated.set(name, password);
      return [password];
    });
    // one that is refused needs no keys
    const prepared = passwords.map(preparedPassword).filter((one) => one !== null);
    await this.keys.prepare(prepared, dryRun);
  }

  plan({ username: sent, password }: PasswordLine, context: LineContext): PlannedLine {
    const name = this.named(sent ?? '');
    return {
      object: sent ? objectAt('users', name) : null,
      named: ['users', name],
      run: async () => {
        if (password) await this.set(name, password, context);
        else await this.setGenerated(name, context);
        return 'updated';
      },
    };
  }

  private async setGenerated(name: string, context: LineContext): Promise<void> {
    const password = this.generated.get(name);
    if (password === undefined) {
      throw invalidValue('password', '', 'give one, or ask for generatePasswords=true');
    }
    if (name === context.self) throw new OwnLogin(name);
    context.handOut(await this.set(name, password, context), password);
  }

  /** @returns the name of the account */
  private async set(name: string, password: string, context: LineContext): Promise<Localpart> {
    await requirePassword(name, context);
    const { after } = await this.users.patch(name, { password });
    return after.username;
  }

  /** @returns a user name, or what was sent where it is none */
  private named(sent: string): string {
    return userNamed(sent, this.domain) ?? sent;
  }
}
