import { jest } from '@jest/globals';
import { all, aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { jid } from '../../test/muc.js';
import { GroupAlreadyExists, GroupNotFound } from './errors.js';
import { aRoomRequest } from '../testing/room-requests.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ola', 'zoe');
});
const heard = () => world.ports.chatServer.heard();

it('a group is created, changed where a document names it, and removed, with a notice each time', async () => {
  await world.groups.create({ name: 'Crew', description: 'Night', admins: ['Ola'], shared: true });
  expect(await world.groups.get('Crew')).toEqual({
    name: 'Crew',
    description: 'Night',
    shared: true,
    admins: [jid('ola')],
    members: [],
  });
  const next = { members: ['zoe', 'far@other.example', 'Ola'], description: '' };
  await world.groups.update('Crew', { name: 'Crew', ...next });
  expect(await world.groups.get('Crew')).toEqual({
    name: 'Crew',
    description: '',
    shared: true,
    admins: [jid('ola')],
    members: ['far@other.example', jid('zoe')],
  });
  await world.groups.remove('Crew');
  expect(await all(world.groups.list())).toEqual([]);
  expect(heard()).toEqual([
    { groups: ['Crew'] },
    { groups: ['Crew'] },
    { groups: ['Crew'] },
    { rooms: [] },
  ]);
});

it('writes of the people only those in roles that a document names', async () => {
  await world.groups.create({ name: 'Crew', admins: ['ola'] });
  const replaced = jest.spyOn(world.ports.groups, 'replace');
  await world.groups.update('Crew', { name: 'Crew', shared: true });
  await world.groups.patch('Crew', { members: ['zoe'] });
  await world.groups.patch('Crew', { members: [], admins: ['zoe'] });
  expect(replaced.mock.calls.map(([, roles]) => roles)).toEqual([
    [],
    ['member'],
    ['member', 'admin'],
  ]);
});

it('a refused request changes nothing', async () => {
  await world.groups.create({ name: 'Crew' });
  const before = stored(world);
  const { groups } = world;
  for (const [work, error] of [
    [() => groups.create({ name: 'Crew' }), GroupAlreadyExists],
    [() => groups.create({ name: ' ' }), GroupAlreadyExists],
    [() => groups.create({}), 'Could not create new group'],
    [() => groups.create({ name: 'x'.repeat(51) }), 'Could not create new group'],
    [() => groups.create({ name: 'New', members: ['a b'] }), /Cannot parse a member value/],
    [() => groups.update('Crew', { name: 'crew' }), /different to the payload/],
    [() => groups.update('Gone', { name: 'Gone' }), GroupNotFound],
    [() => groups.get('crew'), GroupNotFound],
    [() => groups.remove('Gone'), GroupNotFound],
    [() => groups.rename('Gone', 'New'), GroupNotFound],
    [() => groups.rename('Crew', ' '), 'Could not create new group'],
    [() => groups.rename('Crew', 'x'.repeat(51)), 'Could not create new group'],
  ] as const) {
    await expect(work()).rejects.toThrow(error);
  }
  expect(stored(world)).toEqual(before);
});

it('a renamed group keeps its people and its rooms, with notices', async () => {
  await world.groups.create({ name: 'Crew', members: ['ola'] });
  await world.groups.create({ name: 'Desk' });
  const draft = { roomName: 'den', ownerGroups: ['Crew'] };
  await world.rooms.create('conference', draft, aRoomRequest());
  const den = { service: 'conference', room: 'den' };
  await expect(world.groups.rename('Crew', 'Desk')).rejects.toThrow(GroupAlreadyExists);
  heard();
  await world.groups.rename('Crew', 'Night crew');
  expect(heard()).toEqual([{ groups: ['Crew', 'Night crew'] }, { rooms: [den] }]);
  expect(await world.groups.get('Night crew')).toMatchObject({ members: [jid('ola')] });
  await expect(world.groups.get('Crew')).rejects.toThrow(GroupNotFound);
  const { ownerGroups } = await world.roomQueries.get(den, false);
  expect(ownerGroups).toEqual(['Night crew']);
});

it('rooms owned only by a deleted group go to the administrator, with a notice', async () => {
  await world.groups.create({ name: 'Crew', members: ['ola'] });
  await world.rooms.create(
    'conference',
    { roomName: 'den', ownerGroups: ['Crew'] },
    aRoomRequest(),
  );
  const den = { service: 'conference', room: 'den' };
  expect((await world.roomQueries.get(den, false)).owners).toEqual([jid('admin')]);
  await world.affiliations.remove({ ...den, affiliation: 'owner' }, 'admin');
  heard();
  await world.groups.remove('Crew');
  expect(await world.roomQueries.get(den, false)).toMatchObject({
    owners: [jid('admin')],
    ownerGroups: [],
  });
  expect(heard()).toEqual([{ groups: ['Crew'] }, { rooms: [den] }]);
});
