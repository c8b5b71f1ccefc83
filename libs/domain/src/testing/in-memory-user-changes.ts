import type { GroupRepository } from '../groups/group-repository.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { wholeList } from '../shared/long-list.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import type { Credentials } from '../users/credentials.js';
import type { TouchedReferences } from '../users/touched-references.js';
import type { RosterRepository } from '../users/roster-repository.js';
import { UserChanges } from '../users/user-changes.js';
import type { AddedItem } from '../users/user-changes.js';
import type { UserChange } from '../users/user.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { replaceReferences } from './in-memory-references.js';
import type { InMemoryUserRepository } from './in-memory-users.js';

interface Parts {
  readonly transactions: Transactions;
  readonly domain: ServiceDomain;
  readonly users: InMemoryUserRepository;
  readonly database: InMemoryDatabase;
  readonly rosters: RosterRepository;
  readonly groups: GroupRepository;
}

/** Composed of repositories; a refusal rolls back, so that the audit entry is still owed. */
export class InMemoryUserChanges extends UserChanges {
  constructor(private readonly parts: Parts) {
    super();
  }

  async update(user: Localpart, change: UserChange, credentials: Credentials | null) {
    return this.change<boolean, boolean>(user, false, async () => {
      await this.parts.users.update(user, change, credentials);
      return true;
    });
  }

  rename(from: Localpart, to: Localpart, change: UserChange, credentials: Credentials | null) {
    const { users, database, domain } = this.parts;
    return this.change<TouchedReferences, null>(from, null, async () => {
      await users.rename(from, to);
      await users.update(to, change, credentials);
      const [old, next] = [domain.jidOf(from), domain.jidOf(to)];
      return database.change((rows) => replaceReferences(rows, old, next, next));
    });
  }

  remove(user: Localpart, heir: BareJid) {
    const { users, database, domain } = this.parts;
    return this.change<TouchedReferences, null>(user, null, async () => {
      await users.remove(user);
      return database.change((rows) => replaceReferences(rows, domain.jidOf(user), null, heir));
    });
  }

  addRosterItem(owner: Localpart, { subscription, ...item }: AddedItem) {
    const { rosters, groups } = this.parts;
    type Refusal = 'no owner' | 'exists' | 'shared group';
    return this.change<'added', Refusal>(owner, 'no owner', async (refuse) => {
      if (await rosters.find(owner, item.jid)) refuse('exists');
      if ((await groups.sharedAmong(item.groups)).length > 0) refuse('shared group');
      if (subscription !== null) await rosters.add(owner, { ...item, subscription });
      return 'added';
    });
  }

  joinGroups(
    user: Localpart,
    names: readonly string[],
    shared: boolean,
    mayCreate: (name: string) => boolean,
  ) {
    const { groups, domain } = this.parts;
    type Refusal = { readonly refused: string } | null;
    return this.change<readonly string[], Refusal>(user, null, async (refuse) => {
      const existing = await groups.lockExisting(names);
      const missing = names.filter((name) => !existing.has(name));
      const refused = missing.find((name) => !mayCreate(name));
      if (refused !== undefined) refuse({ refused });
      await groups.addMissing(missing, shared);
      return groups.join(names, domain.jidOf(user));
    });
  }

  leaveGroups(user: Localpart, names: readonly string[]) {
    const { groups, domain } = this.parts;
    type Refusal = { readonly missing: string } | null;
    return this.change<readonly string[], Refusal>(user, null, async (refuse) => {
      const existing = await groups.lockExisting(names);
      const missing = names.find((name) => !existing.has(name));
      if (missing !== undefined) refuse({ missing });
      return groups.leave(names, domain.jidOf(user));
    });
  }

  leaveOtherGroups(user: Localpart, kept: readonly string[]) {
    const { groups, domain } = this.parts;
    return this.change<readonly string[], null>(user, null, async () => {
      const names = await wholeList(await groups.namesOf(domain.jidOf(user)));
      const others = names.filter((name) => !kept.includes(name));
      return groups.leave(others, domain.jidOf(user));
    });
  }

  private async change<T, Refusal>(
    user: Localpart,
    absent: Refusal,
    work: (refuse: (refusal: Refusal) => void) => Promise<T>,
  ): Promise<T | Refusal> {
    const refuse = (refusal: Refusal) => {
      throw new Refused(refusal);
    };
    try {
      return await this.parts.transactions.run(async () => {
        if (!(await this.parts.users.lock(user))) refuse(absent);
        return work(refuse);
      });
    } catch (error) {
      if (error instanceof Refused) return error.refusal as Refusal;
      throw error;
    }
  }
}

class Refused extends Error {
  constructor(readonly refusal: unknown) {
    super('The change is refused');
  }
}
