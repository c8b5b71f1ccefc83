import { aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { jid } from '../../test/muc.js';
import { systemProperty } from '../system/system-properties.js';
import { UserNotFound } from './errors.js';
import { aRoomRequest } from '../testing/room-requests.js';

const { key: ADMINISTRATORS } = systemProperty.administrators;

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ola', 'zoe', 'boss');
});

const administrators = (listed: string) => world.ports.propertyStore.put(ADMINISTRATORS, listed);
const room = (name: string, owners: readonly string[]) =>
  world.rooms.create('conference', { roomName: name, owners }, aRoomRequest());
const ownersOf = async (name: string) =>
  (await world.roomQueries.get({ service: 'conference', room: name }, false)).owners;

it("removes the user's data and references, and sends notices", async () => {
  await world.rosters.add('zoe', { jid: 'ola@example.org' });
  await world.groups.create({ name: 'Crew', members: ['ola', 'zoe'] });
  await room('den', ['ola', 'zoe']);
  world.ports.chatServer.heard();
  await world.userRemoval.remove('Ola');
  await expect(world.users.get('ola')).rejects.toThrow(UserNotFound);
  expect(await world.rosters.list('zoe')).toEqual([]);
  expect(await world.groups.get('Crew')).toMatchObject({ members: [jid('zoe')] });
  expect(await ownersOf('den')).toEqual([jid('zoe')]);
  expect(world.ports.chatServer.heard()).toEqual([
    { users: ['ola'], event: 'deleted' },
    { rosters: ['zoe'] },
    { groups: ['Crew'] },
    { rooms: [{ service: 'conference', room: 'den' }] },
  ]);
});

it('gives a room without an owner to the first remaining administrator', async () => {
  await administrators('ola@example.org, boss@example.org zoe@example.org');
  await room('den', ['ola']);
  await world.userRemoval.remove('ola');
  expect(await ownersOf('den')).toEqual([jid('boss')]);
  expect(await world.ports.propertyStore.find(ADMINISTRATORS)).toBe(
    'boss@example.org,zoe@example.org',
  );
});

it('gives it to admin when the only administrator is removed', async () => {
  await administrators('ola@example.org');
  await room('den', ['ola']);
  await world.userRemoval.remove('ola');
  expect(await ownersOf('den')).toEqual([jid('admin')]);
  expect(await world.ports.propertyStore.find(ADMINISTRATORS)).toBe('-');
});

it('of an unknown user changes nothing', async () => {
  const before = stored(world);
  await expect(world.userRemoval.remove('ghost')).rejects.toThrow(UserNotFound);
  await expect(world.userRemoval.remove('a b')).rejects.toThrow(UserNotFound);
  expect(stored(world)).toEqual(before);
});
