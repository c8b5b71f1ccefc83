import type { Localpart } from '../shared/jid.js';
import { ManagedObjects } from '../users/managed-objects.js';
import type { Managed, ManagedUser, Released } from '../users/managed-objects.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { replace } from './in-memory-users.js';

export class InMemoryManagedObjects extends ManagedObjects {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async user(username: Localpart): Promise<ManagedUser | null> {
    return this.database.rows.accounts.get(username)?.managed ?? null;
  }

  async group(name: string): Promise<Managed | null> {
    return this.database.rows.managedGroups.get(name) ?? null;
  }

  async groups(names: readonly string[]): Promise<ReadonlyMap<string, Managed>> {
    const { managedGroups } = this.database.rows;
    return new Map([...managedGroups].filter(([name]) => names.includes(name)));
  }

  putUser(username: Localpart, managed: ManagedUser): Promise<void> {
    return this.database.change((rows) => replace(rows, username, (row) => ({ ...row, managed })));
  }

  async putGroup(name: string, managed: Managed): Promise<void> {
    await this.database.change(({ managedGroups }) => managedGroups.set(name, managed));
  }

  release(source: string, username: Localpart | null, author: string): Promise<Released> {
    return this.database.change((rows) => {
      const released = [...rows.accounts].filter(
        ([name, { managed }]) =>
          managed?.source === source && (username === null || name === username),
      );
      for (const [name] of released) {
        replace(rows, name, ({ lockout, ...row }) => ({
          ...{ ...row, managed: null },
          lockout: lockout?.author === source ? { ...lockout, author } : lockout,
        }));
      }
      const groups = [...rows.managedGroups].flatMap(([name, by]) =>
        username === null && by.source === source ? [name] : [],
      );
      for (const name of groups) rows.managedGroups.delete(name);
      return {
        users: released.map(([name]) => name).sort(),
        withoutPassword: released
          .flatMap(([name, { managed }]) => (managed!.fields.password ? [name] : []))
          .sort(),
        groups: groups.sort(),
      };
    });
  }
}
