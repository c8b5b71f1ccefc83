import type { AdministratorProtection } from '../access/administrator-protection.js';
import type { GroupManagement } from '../groups/group-management.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import type { LockoutRepository } from '../users/lockout.js';
import type { LockoutManagement } from '../users/lockout-management.js';
import type { ManagedObjects } from '../users/managed-objects.js';
import type { UserManagement } from '../users/user-management.js';
import type { UserRemoval } from '../users/user-removal.js';
import type { VcardManagement } from '../users/vcard-management.js';
import type { GoneObject } from './directory-run.js';
import type { DirectoryRuns } from './directory-runs.js';
import type { GroupWork } from './plan-group.js';
import { LOCKOUT_REASON } from './plan-person.js';
import type { PersonWork } from './plan-person.js';
import type { Plan } from './plan.js';

/** The use cases, on behalf of the source. */
export interface SourceUseCases {
  readonly users: UserManagement;
  readonly userRemoval: UserRemoval;
  readonly lockouts: LockoutManagement;
  readonly vcards: VcardManagement;
  readonly groups: GroupManagement;
  readonly administratorProtection: AdministratorProtection;
}

export interface CarryOutPorts {
  readonly managed: ManagedObjects;
  readonly lockouts: LockoutRepository;
  readonly runs: DirectoryRuns;
}

/** Whoever had the name that an entry gets, and has another one now. */
export interface MovedOn {
  readonly externalId: string;
  readonly from: Localpart;
  readonly to: Localpart;
}

/** Does what was planned for one entry, inside a transaction. */
export class CarryOut {
  constructor(
    private readonly source: string,
    private readonly useCases: SourceUseCases,
    private readonly ports: CarryOutPorts,
    /** that nobody knows */
    private readonly password: string,
  ) {}

  async person(externalId: string, plan: Plan<PersonWork>): Promise<MovedOn | null> {
    if (!('work' in plan)) return null;
    const {
      current: planned,
      to,
      links,
      aside,
      name,
      email,
      properties,
      vcard,
      managed,
      lockout,
      isBack,
    } = plan.work;
    const { users, vcards, lockouts } = this.useCases;
    const makesRoom = aside !== null && (await this.called(aside.externalId)) === to;
    if (makesRoom) await this.renamed(to, aside.meanwhile);
    // who came to the name before may have moved him already
    const current = planned && (await this.called(externalId));
    if (current === null && !links) {
      const entries = Array.from(properties, ([key, value]) => ({ key, value: value! }));
      await users.create({
        ...{ username: to, password: this.password, properties: entries },
        ...{ name: name ?? undefined, email: email ?? undefined },
      });
    } else {
      if (current !== null && current !== to) await this.renamed(current, to);
      const patch = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(properties.size > 0 && { properties }),
      };
      if (Object.keys(patch).length > 0) await users.patch(to, patch);
    }
    if (vcard !== null) await vcards.put(to, async () => vcard);
    if (makesRoom) await this.renamed(aside.meanwhile, aside.to);
    if (managed !== null) await this.ports.managed.putUser(to, managed);
    if (isBack) await this.ports.runs.putGone(to, false);
    if (lockout === 'end') await lockouts.unlock(to);
    else if (lockout !== null) {
      await this.protected(to, () => lockouts.put(to, lockout, this.source));
    }
    return makesRoom ? { externalId: aside.externalId, from: to, to: aside.to } : null;
  }

  async gone({ name }: Pick<GoneObject, 'name'>, plan: Plan<'lock' | 'remove'>): Promise<void> {
    if (!('work' in plan)) return;
    const { lockouts, userRemoval } = this.useCases;
    if (plan.work === 'remove') return this.protected(name, () => userRemoval.remove(name));
    const user = name as Localpart;
    await this.protected(name, async () => {
      await this.ports.runs.putGone(user, true);
      const held = await this.ports.lockouts.find(user);
      // that of somebody else stays his
      if (held?.active && held.until === null) return;
      await lockouts.put(name, { reason: LOCKOUT_REASON }, this.source);
    });
  }

  async group(
    externalId: string,
    members: readonly BareJid[],
    plan: Plan<GroupWork>,
  ): Promise<void> {
    if (!('work' in plan)) return;
    const { current, to, links, description, shared } = plan.work;
    const { groups } = this.useCases;
    if (current === null && !links) {
      await groups.create({ name: to, shared, members, description: description ?? undefined });
    } else {
      if (current !== null && current !== to) await groups.rename(current, to);
      await groups.patch(to, { description, members, admins: [] });
    }
    if (current === null)
      await this.ports.managed.putGroup(to, { source: this.source, externalId });
  }

  async goneGroup({ name }: GoneObject): Promise<void> {
    await this.useCases.groups.remove(name);
  }

  private called(externalId: string): Promise<Localpart | null> {
    return this.ports.runs.usernameOf(this.source, externalId);
  }

  private async renamed(from: Localpart, to: string): Promise<void> {
    await this.protected(from, () => this.useCases.users.patch(from, { username: to }));
  }

  /** The last administrator stays. */
  private async protected(name: string, change: () => Promise<unknown>): Promise<void> {
    await this.useCases.administratorProtection.losing(name, { mayEndLast: false }, change);
  }
}
