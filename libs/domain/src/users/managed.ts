import type { GroupRepository } from '../groups/group-repository.js';
import { DomainError } from '../shared/domain-error.js';
import { fieldsThatDiffer } from '../shared/fields.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { wholeList } from '../shared/long-list.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import type { Credentials } from './credentials.js';
import type { LockoutRepository } from './lockout.js';
import type { Managed, ManagedObjects, ManagedUser } from './managed-objects.js';
import type { UserChanges } from './user-changes.js';
import type { User, UserChange, UserProperty } from './user.js';
import type { UserRepository } from './user-repository.js';

/** What is managed is changed at its source only. Contract: extensions E13.1 */
export class ManagedObject extends DomainError<'managed-object' | 'managed-fields'> {
  /** @param fields that would differ, as documents call them; none: the object as a whole */
  constructor(source: string, resource: string, fields: readonly string[] = []) {
    super(fields.length === 0 ? 'managed-object' : 'managed-fields', {
      ...{ source, resource, fields: fields.join(', ') },
      detail: 'change it in the directory that it comes from',
    });
  }
}

export interface GuardedPorts {
  readonly managed: ManagedObjects;
  readonly users: UserRepository;
  readonly userChanges: UserChanges;
  readonly lockouts: LockoutRepository;
  readonly groups: GroupRepository;
  readonly transactions: Transactions;
  readonly domain: ServiceDomain;
}

/** How a method can change something managed. */
interface Way<A extends unknown[]> {
  /** whether something that it names is managed by another source */
  readonly isManaged: (...args: A) => Promise<boolean>;
  /** Locks that, inside a transaction. @throws ManagedObject */
  readonly refuse: (...args: A) => Promise<void>;
}

type ArgumentsOf<F> = F extends (...args: infer A) => unknown ? A : never;

/** Every method of a port; `free`: it reads, or changes nothing that can be managed. */
type Ways<P> = { readonly [Name in keyof P]: 'free' | Way<ArgumentsOf<P[Name]>> };

/**
 * The ports by which users and groups are changed, refusing changes of what is managed. All use cases work through them, so that the
 * API, jobs, the user service and commands are held to it alike; a method that one of the ports gains has to get its place here.
 * @param source whose own changes are let through
 */
export function guardedPorts<P extends GuardedPorts>(ports: P, source: string | null = null): P {
  const { transactions } = ports;
  const ways = new ManagedWays(ports, source);
  return {
    ...ports,
    userChanges: guarded(ports.userChanges, ways.ofUsers(), transactions),
    lockouts: guarded(ports.lockouts, ways.ofLockouts(), transactions),
    groups: guarded(ports.groups, ways.ofGroups(), transactions),
  };
}

function guarded<P extends object>(port: P, ways: Ways<P>, transactions: Transactions): P {
  type Method = (...args: readonly unknown[]) => Promise<unknown>;
  const methods = port as unknown as Readonly<Record<string, Method>>;
  const own = Object.create(port) as Record<string, Method>;
  for (const [name, way] of Object.entries(
    ways as Readonly<Record<string, 'free' | Way<unknown[]>>>,
  )) {
    if (way === 'free') continue;
    const change = (args: readonly unknown[]) => methods[name]!(...args);
    own[name] = async (...args) => {
      // the rule is one statement; what becomes managed meanwhile is put right by the next whole run
      if (!(await way.isManaged(...args))) return change(args);
      return transactions.run(async () => {
        await way.refuse(...args);
        return change(args);
      });
    };
  }
  return own as unknown as P;
}

type Named = readonly [Localpart, ...unknown[]];

/** What would differ, as documents call it; `null`: the object as a whole. */
type Refused = readonly string[] | null;

class ManagedWays {
  constructor(
    private readonly ports: GuardedPorts,
    private readonly source: string | null,
  ) {}

  ofUsers(): Ways<UserChanges> {
    const { groups, domain } = this.ports;
    const joining = (name: string, [user]: Named) => this.joining(name, domain.jidOf(user));
    const leaving = (name: string, [user]: Named) => this.leaving(name, domain.jidOf(user));
    return {
      update: this.user(({ before, by }, [, ...change]) => differing(before, by, ...change)),
      rename: this.user(({ before, by }, [from, to, ...change]) => [
        ...(from === to ? [] : ['username']),
        ...differing(before, by, ...change),
      ]),
      remove: this.user(() => null),
      addRosterItem: 'free',
      joinGroups: this.groups(([, names]) => names, joining),
      leaveGroups: this.groups(([, names]) => names, leaving),
      leaveOtherGroups: this.groups(async ([user, kept]) => {
        const all = await wholeList(await groups.namesOf(domain.jidOf(user)));
        return all.filter((name) => !kept.includes(name));
      }, leaving),
    };
  }

  /** A lockout is managed as long as its author is the source. */
  ofLockouts(): Ways<LockoutRepository> {
    return {
      lock: this.user(({ by }, [name]) => this.lockoutOf(name, by, 'lasting')),
      unlock: this.user(({ by }, [name]) => this.lockoutOf(name, by, 'any')),
      // makes it a local one
      put: 'free',
      find: 'free',
      select: 'free',
      hold: 'free',
      begin: 'free',
      end: 'free',
    };
  }

  ofGroups(): Ways<GroupRepository> {
    const { groups } = this.ports;
    const ofOne = ([name]: readonly [string, ...unknown[]]) => [name];
    const ofMany = ([names]: readonly [readonly string[], ...unknown[]]) => names;
    return {
      list: 'free',
      find: 'free',
      sourceOf: 'free',
      read: 'free',
      lock: 'free',
      rooms: 'free',
      names: 'free',
      namesOf: 'free',
      lockExisting: 'free',
      sharedAmong: 'free',
      members: 'free',
      lockMember: 'free',
      add: 'free',
      addMissing: 'free',
      replace: this.groups(
        ([{ name }]) => [name],
        async (name, [{ description, admins, members }]) =>
          fieldsThatDiffer((await groups.lock(name))!, { description, admins, members }),
      ),
      rename: this.groups(ofOne, async (name, [, to]) => (name === to ? [] : ['name'])),
      remove: this.groups(ofOne, async () => null),
      join: this.groups(ofMany, (name, [, jid]) => this.joining(name, jid)),
      leave: this.groups(ofMany, (name, [, jid]) => this.leaving(name, jid)),
      putMember: this.groups(ofOne, async (name, [, jid, wanted]) => {
        const held = await groups.lockMember(name, jid);
        const after = wanted ?? held ?? 'member';
        const touched = held === after ? [] : [held, after];
        return (['admin', 'member'] as const).flatMap((role) =>
          touched.includes(role) ? [`${role}s`] : [],
        );
      }),
      removeMember: this.groups(ofOne, (name, [, jid]) => this.leaving(name, jid)),
    };
  }

  private async joining(group: string, jid: BareJid): Promise<Refused> {
    return (await this.ports.groups.lockMember(group, jid)) === null ? ['members'] : [];
  }

  private async leaving(group: string, jid: BareJid): Promise<Refused> {
    const role = await this.ports.groups.lockMember(group, jid);
    return role === null ? [] : [`${role}s`];
  }

  /** @param which `lasting`: one that holds now and without end stays as it is */
  private async lockoutOf(
    name: Localpart,
    { source }: Managed,
    which: 'any' | 'lasting',
  ): Promise<Refused> {
    const held = await this.ports.lockouts.hold(name);
    if (held?.lockout?.author !== source) return [];
    const { from, until } = held.lockout;
    return which === 'any' || from > held.now || until !== null ? null : [];
  }

  private user<A extends [Localpart, ...unknown[]]>(
    refused: (
      found: { readonly before: User; readonly by: ManagedUser },
      args: NoInfer<A>,
    ) => Refused | Promise<Refused>,
  ): Way<A> {
    const { managed, users } = this.ports;
    const find = async (name: Localpart) => this.foreign(await managed.user(name));
    return {
      isManaged: async (...[name]) => (await find(name)) !== null,
      refuse: async (...args) => {
        const [name] = args;
        const before = await users.lock(name);
        const by = before && (await find(name));
        if (by !== null) refuse(by, name, await refused({ before: before!, by }, args));
      },
    };
  }

  /** @param named which groups the method changes */
  private groups<A extends unknown[]>(
    named: (args: NoInfer<A>) => readonly string[] | Promise<readonly string[]>,
    refused: (name: string, args: NoInfer<A>) => Promise<Refused>,
  ): Way<A> {
    const { managed, groups } = this.ports;
    const find = async (names: readonly string[]) =>
      [...(await managed.groups(names))].flatMap(([name, one]) => {
        const by = this.foreign(one);
        return by === null ? [] : [{ name, by }];
      });
    return {
      isManaged: async (...args) => (await find(await named(args))).length > 0,
      refuse: async (...args) => {
        const names = await named(args);
        await groups.lockExisting(names);
        for (const { name, by } of await find(names)) {
          refuse(by, name, await refused(name, args));
        }
      },
    };
  }

  private foreign<M extends Managed>(by: M | null): M | null {
    return by === null || by.source === this.source ? null : by;
  }
}

/** @throws ManagedObject if something would differ */
function refuse({ source }: Managed, name: string, fields: Refused): void {
  if (fields === null) throw new ManagedObject(source, name);
  if (fields.length > 0) throw new ManagedObject(source, name, fields);
}

/** Managed fields that a change would make different, in the order of documents, the password last. */
function differing(
  before: User,
  { fields }: ManagedUser,
  { properties, ...texts }: UserChange,
  credentials: Credentials | null,
): readonly string[] {
  const managed = fieldsThatDiffer(before, texts).filter(
    (name) => fields[name as keyof typeof texts],
  );
  const others = (all: readonly UserProperty[]) =>
    all.filter(({ key }) => fields.properties.includes(key));
  const isOther =
    properties !== undefined &&
    fieldsThatDiffer({ all: others(before.properties) }, { all: others(properties) }).length > 0;
  return [
    ...managed,
    ...(isOther ? ['properties'] : []),
    ...(credentials !== null && fields.password ? ['password'] : []),
  ];
}
