import { WHOLE_LOG } from '../audit/audit-search.js';
import { all, aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { jid } from '../../test/muc.js';
import { systemProperty } from '../system/system-properties.js';
import { PasswordMissing, UserAlreadyExists, UserNotFound } from './errors.js';
import { username } from './user.js';
import { aRoomRequest } from '../testing/room-requests.js';

let world: World;
beforeEach(() => (world = aWorld()));

const heard = () => world.ports.chatServer.heard();
const names = async () =>
  (await all(world.users.list({ kind: 'all' }))).map((user) => user.username);

async function canLogIn(name: string, password: string): Promise<boolean> {
  const login = await world.ports.users.login(username(name)!);
  return login !== null && world.ports.hasher.matches(password, login.credentials);
}

describe('creation', () => {
  it('prepares the name, keeps the texts, and notifies the chat server', async () => {
    await world.users.create({
      username: 'OLA',
      password: 'p1-secret',
      name: 'Ola N',
      email: ' ',
      properties: [
        { key: 'desk', value: '4B' },
        { key: 'desk', value: '5C' },
      ],
    });
    expect(await world.users.get('Ola')).toEqual({
      username: 'ola',
      name: 'Ola N',
      email: null,
      properties: [{ key: 'desk', value: '5C' }],
    });
    expect(await canLogIn('ola', 'p1-secret')).toBe(true);
    expect(heard()).toEqual([{ users: ['ola'], event: 'created' }]);
  });

  it('refuses a name that is taken, and invalid accounts', async () => {
    await people(world, 'ola');
    const before = stored(world);
    await expect(world.users.create({ username: 'Ola', password: 'p' })).rejects.toThrow(
      new UserAlreadyExists('Ola'),
    );
    await expect(world.users.create({ username: 'x' })).rejects.toThrow(PasswordMissing);
    await expect(world.users.create({ username: 'a b', password: 'p' })).rejects.toThrow(
      'Could not create new user',
    );
    await expect(world.users.create(null)).rejects.toThrow('Could not create new user');
    expect(stored(world)).toEqual(before);
    expect(heard()).toEqual([]);
  });

  it('of many users is all or nothing', async () => {
    await people(world, 'zoe');
    const drafts = ['ann', 'Zoe', 'bob'].map((name) => ({ username: name, password: 'p' }));
    await expect(world.users.createAll(drafts)).rejects.toThrow(new UserAlreadyExists('Zoe'));
    expect(await names()).toEqual(['zoe']);
    const twice = [drafts[0]!, drafts[0]!];
    await expect(world.users.createAll(twice)).rejects.toThrow(UserAlreadyExists);
    expect(await names()).toEqual(['zoe']);
    await world.users.createAll([drafts[2]!, drafts[0]!]);
    expect(await names()).toEqual(['ann', 'bob', 'zoe']);
    expect(heard()).toEqual([{ users: ['bob', 'ann'], event: 'created' }]);
  });

  it('writes the audit entry of its request together with the account', async () => {
    const { audit, auditReader } = world.ports;
    const entry = {
      ...({ username: 'root', kind: 'account', accountId: null } as const),
      ...{ timestamp: new Date(), summary: 's', node: 'n', details: '', concerns: [] },
    };
    const owed = await audit.request(entry, () =>
      world.users.create({ username: 'ola', password: 'p' }),
    );
    expect(owed).toBe(false);
    const refused = await audit.request(entry, () =>
      world.users.create({ username: 'ola', password: 'p' }).catch(() => undefined),
    );
    expect(refused).toBe(true);
    const everything = { ...WHOLE_LOG, limit: 9 };
    expect(await all(auditReader.search(everything))).toHaveLength(1);
  });
});

describe('an update', () => {
  beforeEach(async () => {
    await people(world, 'zoe');
    await world.users.create({
      username: 'ola',
      password: 'p1-secret',
      name: 'Ola',
      properties: [{ key: 'desk', value: '4B' }],
    });
    heard();
  });

  it('changes the given fields; what is absent stays', async () => {
    await world.users.update('ola', { email: 'o@x.example' });
    expect(await world.users.get('ola')).toEqual({
      username: 'ola',
      name: 'Ola',
      email: 'o@x.example',
      properties: [{ key: 'desk', value: '4B' }],
    });
    expect(heard()).toEqual([]);
  });

  it('announces a new password only', async () => {
    await world.users.update('ola', { password: 'p2-secret' });
    expect(await canLogIn('ola', 'p2-secret')).toBe(true);
    expect(await canLogIn('ola', 'p1-secret')).toBe(false);
    expect(heard()).toEqual([{ users: ['ola'], event: 'password' }]);
  });

  it('needs an existing user', async () => {
    await expect(world.users.update('ghost', { name: 'x' })).rejects.toThrow(UserNotFound);
  });
});

describe('a rename', () => {
  const ola = username('ola')!;
  const una = username('una')!;

  beforeEach(async () => {
    await people(world, 'ola', 'zoe', 'kim');
    await world.rosters.add('ola', { jid: 'far@other.example' });
    await world.rosters.add('zoe', { jid: 'ola@example.org', nickname: 'O' });
    await world.groups.create({ name: 'Crew', admins: ['ola'], members: ['kim'] });
    await world.rooms.create('conference', { roomName: 'den', owners: ['ola'] }, aRoomRequest());
    await world.lockouts.lock('ola', 'secret');
    heard();
  });

  it('moves the account, its data, and the references to it', async () => {
    await world.users.update('OLA', { username: 'Una', name: 'Una N' });
    expect(await world.users.get('una')).toMatchObject({ username: 'una', name: 'Una N' });
    await expect(world.users.get('ola')).rejects.toThrow(UserNotFound);
    expect(await canLogIn('una', 'p1-secret')).toBe(true);
    expect((await world.ports.users.login(una))?.locked).toBe(true);
    expect(await world.rosters.list('una')).toMatchObject([{ jid: 'far@other.example' }]);
    expect(await world.rosters.list('zoe')).toMatchObject([{ jid: jid('una'), nickname: 'O' }]);
    expect(await world.groups.get('Crew')).toMatchObject({ admins: [jid('una')] });
    const den = { service: 'conference', room: 'den' };
    expect(await world.roomQueries.get(den, false)).toMatchObject({ owners: [jid('una')] });
  });

  it('notifies the chat server of both names, the own roster, and everything else affected', async () => {
    await world.users.update('ola', { username: 'una' });
    expect(heard()).toEqual([
      { users: [ola], event: 'deleted' },
      { users: [una], event: 'created' },
      { rosters: [una, 'zoe'] },
      { groups: ['Crew'] },
      { rooms: [{ service: 'conference', room: 'den' }] },
    ]);
  });

  it('invalidates cached logins of the old name before it is answered', async () => {
    world.ports.logins.told.length = 0;
    await world.users.update('ola', { username: 'una' });
    expect(world.ports.logins.told).toEqual([ola]);
  });

  it('keeps an administrator an administrator under the new name', async () => {
    const { key } = systemProperty.administrators;
    await world.ports.propertyStore.put(key, 'ola@example.org,zoe@example.org');
    await world.users.update('ola', { username: 'una' });
    expect(await world.ports.propertyStore.find(key)).toBe('una@example.org,zoe@example.org');
  });

  it('to a taken name changes nothing', async () => {
    const before = stored(world);
    await expect(world.users.update('ola', { username: 'Zoe', name: 'x' })).rejects.toThrow(
      new UserAlreadyExists('Zoe'),
    );
    expect(stored(world)).toEqual(before);
    expect(heard()).toEqual([]);
  });
});

it('a user who is renamed by another request at the same time is not found, rather than in the way', async () => {
  const other = aWorld();
  await people(other, 'bob');
  const before = await other.users.get('bob');
  await other.users.update('bob', { username: 'ann' });
  Object.assign(other.ports.users, { find: async () => before });
  await expect(other.users.update('bob', { username: 'ann' })).rejects.toThrow(UserNotFound);
});
