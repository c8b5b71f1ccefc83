import { DomainError } from '../shared/domain-error.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import {
  addAdministrator,
  administrators,
  namesAdministrator,
  NOBODY,
  replaceAdministrator,
} from '../system/administrators.js';
import { requireProperty } from '../system/property-rules.js';
import type { PropertyStore } from '../system/property-store.js';
import { systemProperty } from '../system/system-properties.js';
import type { SystemProperties } from '../system/system-properties.js';
import { UserNotFound } from '../users/errors.js';
import { username } from '../users/user.js';
import type { UserRepository } from '../users/user-repository.js';

export interface Administrator {
  readonly username: Localpart;
  readonly state: 'can log in' | 'locked out' | 'does not exist';
}

export interface AdministratorPorts {
  readonly propertyStore: PropertyStore;
  readonly properties: SystemProperties;
  readonly users: UserRepository;
  readonly domain: ServiceDomain;
  readonly transactions: Transactions;
}

/** Nobody who can log in would administer any more. */
export class LastAdministrator extends DomainError<'last-administrator'> {
  constructor(name: string) {
    super('last-administrator', {
      resource: name,
      detail: 'somebody else has to be an administrator who can log in',
    });
  }
}

const { key } = systemProperty.administrators;

/** Who administers, for operators. Contract: core 1.4 */
export class AdministratorManagement {
  private readonly store: PropertyStore;
  private readonly properties: SystemProperties;
  private readonly users: UserRepository;
  private readonly domain: ServiceDomain;
  private readonly transactions: Transactions;

  constructor(ports: AdministratorPorts) {
    this.store = ports.propertyStore;
    this.properties = ports.properties;
    this.users = ports.users;
    this.domain = ports.domain;
    this.transactions = ports.transactions;
  }

  /** In the order of the property. */
  async list(): Promise<readonly Administrator[]> {
    return this.statesOf((await this.store.find(key)) ?? '');
  }

  /**
   * Idempotent. An account `admin` that administers because nobody is listed goes on doing so.
   * @throws UserNotFound, InvalidArgument if the list becomes too long
   */
  async grant(name: string): Promise<void> {
    const user = username(name);
    await this.change(async (listed) => {
      // held, so that it is not deleted or renamed before it is listed
      if (user === null || !(await this.users.lockExisting([user])).has(user)) {
        throw new UserNotFound(name);
      }
      if (administrators(listed, this.domain).includes(user)) return listed;
      const implicit = /[^\s,]/.test(listed) ? [] : await this.implicit();
      return addAdministrator(listed, [...implicit, this.domain.jidOf(user)]);
    });
  }

  /**
   * The account may be gone.
   * @param force takes it also from the last one who can log in
   * @throws UserNotFound if `name` does not administer; LastAdministrator
   */
  async revoke(name: string, { force = false } = {}): Promise<void> {
    const user = username(name);
    await this.change(async (listed) => {
      const states = await this.statesOf(listed);
      const isListed = user !== null && namesAdministrator(listed, this.domain.jidOf(user));
      if (!states.some((one) => one.username === user)) {
        throw new UserNotFound(name, 'administrator-not-found');
      }
      const others = states.filter((one) => one.username !== user);
      const isLast = !others.some(({ state }) => state === 'can log in');
      if (isLast && !force) throw new LastAdministrator(name);
      if (isLast) this.transactions.note({ lastAdministrator: true });
      return isListed ? replaceAdministrator(listed, this.domain.jidOf(user), null) : NOBODY;
    });
  }

  /** Those who can log in, and of whom no lockout is known that begins later. */
  async lasting(): Promise<readonly Localpart[]> {
    const listed = (await this.store.find(key)) ?? '';
    const able: Localpart[] = [];
    for (const name of administrators(listed, this.domain)) {
      const account = await this.users.login(name);
      if (account !== null && !account.locked && account.lockedIn === null) able.push(name);
    }
    return able;
  }

  /** Whether the account, existing or not, counts as administrator. */
  async includes(user: Localpart): Promise<boolean> {
    const listed = (await this.store.find(key)) ?? '';
    return administrators(listed, this.domain).includes(user);
  }

  private async change(next: (listed: string) => Promise<string>): Promise<void> {
    await this.transactions.run(async () => {
      await this.store.hold(key);
      const listed = (await this.store.find(key)) ?? '';
      const changed = await next(listed);
      if (changed === listed) return;
      requireProperty(key, changed);
      await this.store.put(key, changed);
    });
    await this.transactions.afterCommit(() => this.properties.refresh());
  }

  /** JIDs of those who administer while nobody is listed, if they exist. */
  private async implicit(): Promise<readonly BareJid[]> {
    const states = await this.statesOf('');
    const there = states.filter(({ state }) => state !== 'does not exist');
    return there.map((one) => this.domain.jidOf(one.username));
  }

  private async statesOf(listed: string): Promise<readonly Administrator[]> {
    const states: Administrator[] = [];
    for (const name of administrators(listed, this.domain)) {
      const account = await this.users.login(name);
      const present = account?.locked ? 'locked out' : 'can log in';
      states.push({ username: name, state: account === null ? 'does not exist' : present });
    }
    return states;
  }
}
