import { aWorld, people, stored } from '../../../test/use-cases.js';
import type { World } from '../../../test/use-cases.js';
import { groupJids, jid } from '../../../test/muc.js';
import { RoomForbids, RoomNotFound } from '../errors.js';
import { aRoomRequest } from '../../testing/room-requests.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ann', 'bob', 'kim');
  await world.groups.create({ name: 'Crew', admins: ['kim'], members: ['bob'] });
});

const DEN = { service: 'conference', room: 'den' };
const heard = () => world.ports.chatServer.heard();

const den = () => world.roomQueries.get(DEN, false);

describe('affiliations', () => {
  const list = (affiliation: 'owner' | 'admin' | 'member' | 'outcast') => ({ ...DEN, affiliation });
  const crew = groupJids.jidOf('Crew');
  beforeEach(async () => {
    await world.rooms.create(
      'conference',
      { roomName: 'den', owners: ['ann'], members: ['bob'] },
      aRoomRequest(),
    );
    heard();
  });

  it('are added, moved, replaced and removed, for groups as for people', async () => {
    const { affiliations } = world;
    await affiliations.add(list('admin'), 'bob', false);
    expect(await affiliations.list(list('member'))).toEqual([]);
    await affiliations.addAll(list('member'), ['kim', 'Crew', 'far@other.example/desk'], false);
    expect(await affiliations.list(list('member'))).toEqual(
      [crew, 'far@other.example', jid('kim')].sort(),
    );
    await affiliations.replace(list('member'), ['ann@other.example'], false);
    expect(await affiliations.list(list('member'))).toEqual(['ann@other.example']);
    await affiliations.addGroup(list('outcast'), 'Crew', false);
    await affiliations.removeGroup(list('outcast'), crew);
    await affiliations.remove(list('admin'), 'Bob');
    expect(await den()).toMatchObject({ owners: [jid('ann')], admins: [], outcastGroups: [] });
    expect(heard()).toHaveLength(6);
  });

  it('that are already held change nothing and send no notice', async () => {
    const before = stored(world);
    await world.affiliations.add(list('member'), 'bob@example.org', true);
    await world.affiliations.replace(list('owner'), ['ann'], true);
    expect(stored(world)).toEqual(before);
    expect(heard()).toEqual([]);
  });

  it('lead to invitations on request', async () => {
    await world.affiliations.add(list('member'), crew, true);
    expect(heard()[1]).toMatchObject({
      invited: DEN,
      // bob, already a member, is included: a newly added group invites all of its people
      invitations: ['bob', 'kim'].map((name) => ({ to: jid(name) })),
    });
  });

  it('never leave a room without an owner', async () => {
    const before = stored(world);
    const { affiliations } = world;
    await expect(affiliations.remove(list('owner'), 'ann')).rejects.toThrow(RoomForbids);
    await expect(affiliations.replace(list('owner'), [], false)).rejects.toThrow(RoomForbids);
    await expect(affiliations.add(list('admin'), 'ann', false)).rejects.toThrow(RoomForbids);
    expect(stored(world)).toEqual(before);
    await affiliations.add(list('owner'), 'Crew', false);
    await affiliations.remove(list('owner'), 'ann');
    expect((await den()).ownerGroups).toEqual(['Crew']);
  });

  it('are all stored when given concurrently', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}@other.example`);
    await Promise.all(names.map((name) => world.affiliations.add(list('admin'), name, false)));
    expect(await world.affiliations.list(list('admin'))).toEqual([...names].sort());
  });

  it('of missing entities are refused', async () => {
    const { affiliations } = world;
    const gone = { ...list('member'), room: 'Gone' };
    await expect(affiliations.add(gone, 'kim', false)).rejects.toThrow(new RoomNotFound('gone'));
    await expect(affiliations.addGroup(list('member'), 'Gone', false)).rejects.toThrow(
      'Could not find group',
    );
    await expect(affiliations.replace(list('member'), null, false)).rejects.toThrow();
  });
});
