import { aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { jid } from '../../test/muc.js';
import { InvalidArgument } from '../shared/domain-error.js';
import { NonLocalUser, UserNotFound } from '../users/errors.js';
import { aRoomRequest } from '../testing/room-requests.js';

const den = { service: 'conference', room: 'den' };
let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ola', 'zoe');
  await world.rooms.create(
    'conference',
    { roomName: 'den', owners: ['zoe', 'ola'] },
    aRoomRequest(),
  );
  for (const name of ['ola', 'zoe']) {
    await world.ports.roomHistory.say((await address())!, {
      ...{ nickname: name, sender: `${name}@example.org/desk`, senderShown: true },
      ...{ body: `of ${name}`, sentAt: new Date() },
    });
  }
  world.ports.chatServer.heard();
});

const address = async () => {
  const [row] = [...world.ports.database.committedRows.rooms.values()];
  return row && { service: row.service, name: row.name };
};
const said = () =>
  [...world.ports.database.committedRows.rooms.values()]
    .flatMap(({ messages }) => messages)
    .map(({ body, sender, nickname }) => [body, sender, nickname]);
const OF_ZOE = ['of zoe', 'zoe@example.org/desk', 'zoe'];

it('deletes the account as its deletion does, and anonymises what was said in rooms', async () => {
  expect(await world.personErasure.erase('OLA@example.org')).toEqual({
    ...{ username: 'ola', treatment: 'anonymise', messages: 1 },
  });
  await expect(world.users.get('ola')).rejects.toThrow(UserNotFound);
  expect((await world.roomQueries.get(den, false)).owners).toEqual([jid('zoe')]);
  expect(said()).toEqual([['of ola', null, expect.stringMatching(/^former-/)], OF_ZOE]);
  expect(world.ports.chatServer.heard()).toContainEqual({ users: ['ola'], event: 'deleted' });
});

it('removes what was said in rooms if that is wanted', async () => {
  expect(await world.personErasure.erase('ola', 'delete')).toMatchObject({ messages: 1 });
  expect(said()).toEqual([OF_ZOE]);
});

it.each([
  ['ghost', undefined, UserNotFound],
  ['', undefined, UserNotFound],
  ['a b', undefined, UserNotFound],
  ['ola@elsewhere.test', undefined, NonLocalUser],
  ['ola', 'forget', InvalidArgument],
])('refuses %j with messages %j before anything is changed', async (person, messages, error) => {
  const before = stored(world);
  await expect(world.personErasure.erase(person, messages)).rejects.toThrow(error);
  expect(stored(world)).toEqual(before);
  expect(world.ports.chatServer.heard()).toEqual([]);
});

it('erases nobody twice', async () => {
  await world.personErasure.erase('ola');
  await expect(world.personErasure.erase('ola')).rejects.toThrow(UserNotFound);
});
