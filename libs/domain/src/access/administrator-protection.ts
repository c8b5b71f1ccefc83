import type { Localpart } from '../shared/jid.js';
import type { ScopeSet } from '../shared/scopes.js';
import type { Transactions } from '../shared/transactions.js';
import type { PropertyStore } from '../system/property-store.js';
import { systemProperty } from '../system/system-properties.js';
import { username } from '../users/user.js';
import { AdministratorManagement, LastAdministrator } from './administrator-management.js';
import type { AdministratorPorts } from './administrator-management.js';
import { OwnLogin } from './errors.js';

const { key } = systemProperty.administrators;

/** Whoever ends a login. */
export interface LoginEnder {
  readonly scopes: ScopeSet;
  /** the account that is signed in to the console, if the request comes from there; `null`: it is no account's */
  readonly console: { readonly self: Localpart | null } | null;
}

/** Keeps an administrator who can sign in. Contract: core 1.4; extensions E12, X-3 */
export class AdministratorProtection {
  private readonly administrators: AdministratorManagement;
  private readonly store: PropertyStore;
  private readonly transactions: Transactions;

  constructor(ports: AdministratorPorts) {
    this.administrators = new AdministratorManagement(ports);
    this.store = ports.propertyStore;
    this.transactions = ports.transactions;
  }

  /**
   * Runs what ends the login of an account, or its name: from a console never one's own, nor that of the last administrator.
   * @throws OwnLogin, LastAdministrator
   */
  endingLogin<T>(
    name: string,
    { scopes, console }: LoginEnder,
    change: () => Promise<T>,
  ): Promise<T> {
    if (console === null) return this.losing(name, { mayEndLast: scopes.covers('*') }, change);
    const { self } = console;
    return this.oneByOne(async () => {
      const user = username(name);
      if (user !== null && user === self) throw new OwnLogin(user);
      const [able, ...others] = await this.administrators.lasting();
      if (able !== undefined && able === user && others.length === 0) {
        throw new LastAdministrator(user);
      }
      return change();
    });
  }

  /**
   * Runs what may end the login of an account, or its name.
   * @param mayEndLast whether that of the last administrator is ended all the same, and told in the audit
   * @throws LastAdministrator
   */
  async losing<T>(
    name: string,
    { mayEndLast }: { readonly mayEndLast: boolean },
    change: () => Promise<T>,
  ): Promise<T> {
    const user = username(name);
    if (user === null || !(await this.administrators.includes(user))) return change();
    return this.oneByOne(async () => {
      const before = await this.administrators.lasting();
      const result = await change();
      const isLost = before.length > 0 && (await this.administrators.lasting()).length === 0;
      if (isLost && !mayEndLast) throw new LastAdministrator(user);
      if (isLost) this.transactions.note({ lastAdministrator: true });
      return result;
    });
  }

  /** Runs what may change who administers. @throws OwnLogin, LastAdministrator */
  changingList<T>(self: Localpart | null, change: () => Promise<T>): Promise<T> {
    return this.oneByOne(async () => {
      const before = await this.administrators.lasting();
      const result = await change();
      const after = await this.administrators.lasting();
      if (self !== null && before.includes(self) && !after.includes(self)) throw new OwnLogin(self);
      if (before.length > 0 && after.length === 0) throw new LastAdministrator(before[0]!);
      return result;
    });
  }

  /** Of two at once, the second one finds what the first one has left. */
  private oneByOne<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.run(async () => {
      await this.store.hold(key);
      return work();
    });
  }
}
