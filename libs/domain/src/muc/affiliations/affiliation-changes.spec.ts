import { defaultOptions, denList, domain, groupJids, jid } from '../../../test/muc.js';
import type { GroupRepository } from '../../groups/group-repository.js';
import { parseBareJid } from '../../shared/jid.js';
import { Transactions } from '../../shared/transactions.js';
import type { UserRepository } from '../../users/user-repository.js';
import { additionRequest, removalRequest } from './affiliation-requests.js';
import { AffiliationChanges } from './affiliation-changes.js';
import { affiliate, affiliationsOf } from './affiliations.js';
import type { AffiliationChange } from './affiliations.js';
import type { ChatServiceRepository } from '../services/chat-service-repository.js';
import { EntryResolver } from './entry-resolver.js';
import { NotAJid, RoomNotFound } from '../errors.js';
import type { Reference } from './references.js';
import { RoomDirectory } from '../rooms/room-directory.js';
import { ServiceNames } from '../services/service-names.js';
import type { RoomRepository, RoomSnapshot } from '../rooms/room-repository.js';
import { roomName } from '../rooms/room.js';
import type { Room } from '../rooms/room.js';

class NoTransactions extends Transactions {
  run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
  rehearse<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
  part<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
  readonly isRunning = false;
  note(): void {
    // nobody asks for what is noted
  }
  async afterCommit(work: () => Promise<unknown>): Promise<void> {
    await work();
  }
}

const moment = new Date();
const room: Room = {
  ...defaultOptions,
  roomName: roomName('den')!,
  creationDate: moment,
  modificationDate: moment,
  ...{ owners: [jid('ann')], admins: [], members: [], outcasts: [parseBareJid('far.example')!] },
  ...{ ownerGroups: [], adminGroups: [], memberGroups: ['ops'], outcastGroups: [] },
};
const before = affiliationsOf(room);
const snapshot: RoomSnapshot = {
  id: 1,
  version: 7,
  options: room,
  affiliations: before,
  existing: { users: new Set(), groups: new Set(['ops', 'devs']) },
};

/** A room that others change `rivals` times just before it is written. */
function storing({ rivals = 0, exists = true } = {}) {
  const calls: string[] = [];
  const note = <T>(call: string, result: T) => {
    calls.push(call);
    return Promise.resolve(result);
  };
  let left = rivals;
  const rooms = {
    snapshot: () => note('read', exists ? snapshot : null),
    affiliateUnlocked: (_: RoomSnapshot, change: AffiliationChange) =>
      note(`try ${change.set.people.size}`, left-- > 0 ? null : 8),
    lockExcerpt: () => note('lock', exists ? snapshot : null),
    affiliate: () => note('write', 12),
  } as unknown as RoomRepository;
  const groups = {
    lockExisting: (names: readonly string[]) => note(`keep ${names.join()}`, new Set(names)),
  } as unknown as GroupRepository;
  const users = { existing: () => Promise.resolve(new Set()) } as unknown as UserRepository;
  const services = { exists: () => Promise.resolve(true) } as unknown as ChatServiceRepository;
  const resolver = new EntryResolver(users, groups, domain, groupJids);
  const directory = new RoomDirectory(services, rooms, new ServiceNames(services, domain));
  const changes = new AffiliationChanges(directory, rooms, resolver, new NoTransactions());
  const add = (reference: Reference) =>
    changes.store(
      { service: 'conference', room: 'den' },
      additionRequest(denList('member'), 'as sent', reference),
    );
  const person = (name: string): Reference => ({ kind: 'jid', bare: jid(name), full: jid(name) });
  return {
    calls,
    addPerson: (name: string) => add(person(name)),
    addName: (text: string) => add(resolver.reference(text, 'stored')),
    removeOutcast: (text: string) =>
      changes.store(
        { service: 'conference', room: 'den' },
        removalRequest(denList('outcast'), text, resolver.reference(text, 'query')),
      ),
    addGroup: (group: string) => add({ kind: 'group-jid', group }),
  };
}

it('a room is read and written without a lock', async () => {
  const { calls, addPerson } = storing();
  expect(await addPerson('zoe')).toMatchObject({
    version: 8,
    options: room,
    after: affiliate(before, [{ kind: 'person', jid: jid('zoe') }], 'member'),
  });
  expect(calls).toEqual(['read', 'try 1']);
});

it('a domain entry is moved and removed without a lock', async () => {
  const moving = storing();
  expect(await moving.addName('far.example')).toMatchObject({
    change: { set: { people: new Map([['far.example', 'member']]), groups: new Map() } },
  });
  expect(moving.calls).toEqual(['read', 'try 1']);
  const removing = storing();
  expect(await removing.removeOutcast('far.example')).toMatchObject({
    change: { dropped: { people: ['far.example'], groups: [] } },
  });
  expect(removing.calls).toEqual(['read', 'try 0']);
});

it('a room that has changed in the meantime is read again', async () => {
  const { calls, addPerson } = storing({ rivals: 1 });
  expect(await addPerson('zoe')).toMatchObject({ version: 8 });
  expect(calls).toEqual(['read', 'try 1', 'read', 'try 1']);
});

it('a room that keeps changing is locked', async () => {
  const { calls, addPerson } = storing({ rivals: 9 });
  expect(await addPerson('zoe')).toMatchObject({ version: 12 });
  expect(calls.slice(4)).toEqual(['lock', 'write']);
});

it('a group is locked against removal while it is affiliated', async () => {
  const { calls, addGroup } = storing();
  expect(await addGroup('devs')).toMatchObject({ version: 12 });
  expect(calls).toEqual(['read', 'keep devs', 'lock', 'write']);
});

it('nothing is written when nothing changes', async () => {
  const { calls, addGroup } = storing();
  expect(await addGroup('ops')).toBeNull();
  expect(calls).toEqual(['read']);
});

it('a missing room is reported, but only after unresolvable names', async () => {
  const { addPerson, addName } = storing({ exists: false });
  await expect(addPerson('zoe')).rejects.toThrow(RoomNotFound);
  await expect(addName('@')).rejects.toThrow(NotAJid);
});
