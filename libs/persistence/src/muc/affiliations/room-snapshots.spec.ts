import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { roomName } from '@chat-admin/domain/muc/rooms/room';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { perSuite } from '../../../test/open-database.js';
import { aRoom, roomVersion } from '../../../test/rooms.js';
import { aGroup, anAccount, jid, name } from '../../../test/samples.js';
import { TypeormRoomRepository } from '../rooms/typeorm-room-repository.js';

const open = perSuite();
const service = 'conference' as ServiceName;
let rooms: TypeormRoomRepository;

beforeAll(async () => {
  const { db, streams, audit, query, users, groups } = open();
  rooms = new TypeormRoomRepository(db, streams, audit);
  await users.add(['ann', 'bob'].map((user) => anAccount(user)));
  await groups.add(aGroup('Crew', { admins: ['zoe'], members: ['kim'] }));
  await groups.add(aGroup('none'));
  await aRoom(query, 'tea', {
    people: { ann: 'owner' },
    groups: { Crew: 'admin', none: 'member' },
  });
  await aRoom(query, 'den', { people: { bob: 'owner' } });
});

const snapshot = (room: string, users: readonly string[], groups: readonly string[]) =>
  rooms.snapshot(service, roomName(room)!, { users: users.map(name), groups });

it('a room is read with its version', async () => {
  expect(await snapshot('tea', [], [])).toMatchObject({
    version: await roomVersion(open().query, 'tea'),
    room: {
      roomName: 'tea',
      owners: [jid('ann')],
      adminGroups: ['Crew'],
      memberGroups: ['none'],
    },
    existing: { users: new Set(), groups: new Set() },
  });
  expect(await snapshot('gone', ['ann'], ['Crew'])).toBeNull();
});

it('what exists of many names is told', async () => {
  const { existing } = (await snapshot('den', ['ann', 'bob', 'zoe'], ['none', 'crew', 'Crew']))!;
  expect(existing).toEqual({ users: new Set(['ann', 'bob']), groups: new Set(['none', 'Crew']) });
});

it('questions of one turn get each their own answer', async () => {
  const answers = await Promise.all([
    snapshot('tea', ['ann'], ['Crew']),
    snapshot('tea', ['zoe'], ['Crew']),
    snapshot('den', ['bob'], []),
    snapshot('gone', ['ann'], []),
    snapshot('den', [], ['none']),
    snapshot('den', [], ['None']),
  ]);
  expect(answers.map((one) => one && [one.room.roomName, ...Object.values(one.existing)])).toEqual([
    ['tea', new Set(['ann' as Localpart]), new Set(['Crew'])],
    ['tea', new Set(), new Set(['Crew'])],
    ['den', new Set(['bob' as Localpart]), new Set()],
    null,
    ['den', new Set(), new Set(['none'])],
    ['den', new Set(), new Set()],
  ]);
});

it('the same room looks the same, read alone or with others', async () => {
  const alone = await snapshot('tea', [], []);
  const [together] = await Promise.all([snapshot('tea', [], []), snapshot('den', [], [])]);
  expect(together).toEqual(alone);
});
