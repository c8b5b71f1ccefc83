import { inMemoryPorts } from '../testing/in-memory-ports.js';
import { createUseCases } from '../use-cases.js';
import { mapInPieces, Pace } from './pieces.js';
import { aRoomRequest } from '../testing/room-requests.js';

/** How many turns the event loop takes meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await work();
  clearImmediate(timer);
  return turns;
}

const names = (count: number): string[] => Array.from({ length: count }, (_, id) => `u${id}`);

it('a long list is mapped in pieces of fifty', async () => {
  const turns = await turnsDuring(async () => {
    expect(await mapInPieces(names(501), (name) => name.length)).toHaveLength(501);
  });
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('a short list is mapped at once', async () => {
  expect(await turnsDuring(() => mapInPieces(names(49), String))).toBe(0);
});

it('things are counted over several lists', () => {
  const pace = new Pace();
  expect(pace.count(49)).toBeNull();
  expect(pace.count(1)).not.toBeNull();
  expect(pace.count(1)).toBeNull();
});

describe('the work on what a document may hold is done in pieces', () => {
  const options = { securityPropertiesOpen: false, auditWriteOnly: false };
  const { users, groups, rooms, roomBulk, affiliations, invitations } = createUseCases(
    inMemoryPorts(),
    options,
  );
  const people = names(1000);
  const path = { service: 'conference', room: 'den' };

  it.each<[string, () => Promise<unknown>]>([
    ['a group', () => groups.create({ name: 'g', members: people })],
    ['a group that is overwritten', () => groups.update('g', { name: 'g', admins: people })],
    [
      'a room',
      () => rooms.create('conference', { roomName: 'den', members: people }, aRoomRequest()),
    ],
    [
      'a room that is overwritten',
      () => rooms.put('conference', 'den', { roomName: 'den', outcasts: people }, aRoomRequest()),
    ],
    [
      'rooms',
      () =>
        roomBulk.createAll(
          'conference',
          people.map((roomName) => ({ draft: { roomName }, fault: null })),
          aRoomRequest(),
        ),
    ],
    [
      'a list of affiliations',
      () => affiliations.replace({ ...path, affiliation: 'admin' }, people, false),
    ],
    ['invitations', () => invitations.inviteAll(path, { jidsToInvite: people })],
    ['users', () => users.createAll(people.map((username) => ({ username, password: 'p' })))],
  ])('%s', async (_what, work) => {
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(1000 / 50);
  });

  it('names of rooms, which are dear, are only looked at in these pieces', async () => {
    let looks = 0;
    let most = 0;
    const counted = (roomName: string) => ({
      get roomName() {
        looks += 1;
        return roomName;
      },
    });
    const entries = people.map((name) => ({ draft: counted(`${name} `), fault: null }));
    let timer: NodeJS.Immediate;
    const nextPiece = (): void => {
      most = Math.max(most, looks);
      looks = 0;
      timer = setImmediate(nextPiece);
    };
    timer = setImmediate(nextPiece);
    await roomBulk.createAll('conference', entries, aRoomRequest());
    clearImmediate(timer);
    expect(Math.max(most, looks)).toBeLessThanOrEqual(3 * 50);
  });
});
