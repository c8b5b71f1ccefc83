import type { EventEmitter } from 'node:events';
import { createUseCases } from '@chat-admin/domain/use-cases';
import type { UseCases } from '@chat-admin/domain/use-cases';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { aGroup, anAccount, anEntry } from '@chat-admin/port-suites/samples';
import { perSuite } from '../../test/open-database.js';
import { poolOf } from './pool.js';
import { aRoomRequest } from '@chat-admin/domain/testing/room-requests';

const open = perSuite({ poolSize: 1 });
let useCases: UseCases;

beforeAll(async () => {
  // once known, as on every instance
  await open().managed.group('none');
  useCases = createUseCases(
    { ...inMemoryPorts(), ...open() },
    { securityPropertiesOpen: true, auditWriteOnly: false },
  );
});

beforeEach(() => open().startOver());

/** Of the only connection; `start transaction` and `commit` count, too. */
async function roundTrips(change: () => Promise<void>): Promise<number> {
  const client = await poolOf(open().dataSource).connect();
  const { connection } = client as unknown as { readonly connection: EventEmitter };
  client.release();
  let ends = 0;
  const count = () => (ends += 1);
  connection.on('readyForQuery', count);
  try {
    expect(await open().audit.request(anEntry('changed'), change)).toBe(false);
    return ends;
  } finally {
    connection.off('readyForQuery', count);
  }
}

it.each<[string, number, (to: UseCases) => Promise<void>]>([
  ['locking a user out', 1, ({ lockouts }) => lockouts.lock('ola', 'secret')],
  ['letting a user in', 1, ({ lockouts }) => lockouts.unlock('ola')],
  ['adding a roster item', 1, ({ rosters }) => rosters.add('ola', { jid: 'zoe@example.org' })],
  [
    'joining a group',
    1,
    async ({ userGroups }) => void (await userGroups.join('ola', ['Crew', 'New'])),
  ],
  ['leaving a group', 1, ({ userGroups }) => userGroups.leave('ola', ['Crew'])],
  ['changing a user', 2, ({ users }) => users.update('ola', { name: 'Ola', password: 'new' })],
  ['deleting a user', 1, ({ userRemoval }) => userRemoval.remove('ola')],
  ['renaming a user', 3, ({ users }) => users.update('ola', { username: 'amy', name: 'Amy' })],
  [
    'setting a property that is read',
    1,
    ({ properties }) => properties.put({ key: 'plugin.restapi.httpAuth', value: 'basic' }),
  ],
  [
    'setting another property, of which there is a limit,',
    2,
    ({ properties }) => properties.put({ key: 'a.b', value: '1' }),
  ],
  [
    'creating a room',
    1,
    ({ rooms }) => rooms.create('lab', { roomName: 'den', memberGroups: ['Crew'] }, aRoomRequest()),
  ],
])('%s takes %d round trips, with the audit entry', async (_, most, change) => {
  const { users, groups, query } = open();
  await users.add([anAccount('ola')]);
  await groups.add(aGroup('Crew', { members: ['ola'] }));
  expect(await roundTrips(() => change(useCases))).toBe(most);
  expect(await query('select summary from audit_entry')).toEqual([{ summary: 'changed' }]);
});

it('a refused change still owes its audit entry', async () => {
  const { audit, query, users } = open();
  await users.add([anAccount('ola')]);
  const refused = () => expect(useCases.userGroups.leave('ola', ['None'])).rejects.toThrow();
  expect(await audit.request(anEntry('refused'), refused)).toBe(true);
  expect(await query('select from audit_entry')).toEqual([]);
});
