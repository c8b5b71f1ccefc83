import { domain, groupJids } from '../../../test/muc.js';
import { NoChatServer } from '../../chat-server/chat-server.js';
import type { GroupRepository } from '../../groups/group-repository.js';
import { localpart } from '../../shared/jid.js';
import type { Localpart } from '../../shared/jid.js';
import { Transactions } from '../../shared/transactions.js';
import type { ChatServiceRepository } from '../services/chat-service-repository.js';
import { ServiceNames } from '../services/service-names.js';
import { AffiliationInvitations } from '../invitations/affiliation-invitations.js';
import { RoomAnnouncer } from './room-announcer.js';
import { RoomBulk } from './room-bulk.js';
import { RoomCreation } from './room-creation.js';
import { RoomValidation } from './room-validation.js';
import type { NewRoom, RoomRepository } from './room-repository.js';
import { aRoomRequest } from '../../testing/room-requests.js';

class CountedTransactions extends Transactions {
  count = 0;
  run<T>(work: () => Promise<T>): Promise<T> {
    this.count += 1;
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

/** Fails to store rooms of these names, together with others or alone. */
function bulkThatFailsFor(...names: string[]) {
  const stored = new Set<Localpart>();
  const rooms = {
    existing: () => Promise.resolve(stored),
    add: (_: string, added: readonly NewRoom[]) => {
      if (added.some(({ name }) => names.includes(name)))
        return Promise.reject(new Error('broken'));
      for (const { name } of added) stored.add(name);
      return Promise.resolve(new Set(added.map(({ name }) => name)));
    },
  } as unknown as RoomRepository;
  const services = { add: () => Promise.resolve(false) } as unknown as ChatServiceRepository;
  const transactions = new CountedTransactions();
  const bulk = new RoomBulk(
    new RoomValidation(
      {} as GroupRepository,
      domain,
      groupJids,
      { of: () => Promise.resolve(domain.jidOf(localpart('admin')!)) },
      new ServiceNames(services, domain),
    ),
    new RoomCreation(services, rooms),
    rooms,
    transactions,
    new RoomAnnouncer(new NoChatServer(), transactions),
    new AffiliationInvitations(rooms, new NoChatServer(), transactions),
  );
  const createAll = (...rooms: string[]) =>
    bulk.createAll(
      'conference',
      rooms.map((roomName) => ({ draft: { roomName }, fault: null })),
      aRoomRequest(),
    );
  return { stored, transactions, createAll };
}

it('rooms are stored one by one when they cannot be stored together', async () => {
  const { stored, createAll } = bulkThatFailsFor('c');
  await expect(createAll('a', 'b', 'c', 'd')).rejects.toThrow('broken');
  expect([...stored]).toEqual(['a', 'b']);
});

const many = Array.from({ length: 1100 }, (_, index) => `r${index}`);

it('any number of rooms takes one transaction', async () => {
  const { stored, transactions, createAll } = bulkThatFailsFor();
  const { success } = await createAll(...many, 'r0');
  expect(success).toHaveLength(1101);
  expect([...stored].sort()).toEqual(many.toSorted());
  expect(transactions.count).toBe(1);
});

it('many rooms are stored in batches when they cannot be stored together', async () => {
  const { stored, transactions, createAll } = bulkThatFailsFor('r701');
  await expect(createAll(...many)).rejects.toThrow('broken');
  expect(stored.has('r700' as Localpart)).toBe(true);
  // all of them, the first 500, the second 500, r500 to r701
  expect(transactions.count).toBe(3 + 202);
});

it('results keep the order of the request', async () => {
  const { createAll } = bulkThatFailsFor();
  const { success } = await createAll('b', 'a', 'B');
  expect(success.map(({ roomName, message }) => [roomName, message])).toEqual([
    ['b', 'Room was successfully created'],
    ['a', 'Room was successfully created'],
    ['b', 'Room already existed and therefore not created again'],
  ]);
});
