import { aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { jid } from '../../test/muc.js';
import { createUseCases } from '../use-cases.js';
import type { UseCases } from '../use-cases.js';
import { username } from './user.js';

const MAIN = 'directory:main';
const OPTIONS = { securityPropertiesOpen: false, auditWriteOnly: false };
const kim = username('kim')!;

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'kim', 'ola');
  await world.users.update('kim', { name: 'Kim' });
  await world.groups.create({ name: 'crew', members: ['kim'], description: 'Room 12' });
  await world.groups.create({ name: 'own', members: ['kim'] });
  const { managed, transactions } = world.ports;
  const fields = { name: true, email: false, password: true, properties: ['desk'] };
  await transactions.run(async () => {
    await managed.putUser(kim, { source: MAIN, externalId: 'u1', fields });
    await managed.putGroup('crew', { source: MAIN, externalId: 'g1' });
  });
  world.ports.chatServer.heard();
});

type Change = (by: UseCases) => Promise<unknown>;
const desk = (value: string) => ({ properties: [{ key: 'desk', value }] });

describe.each<[string, string, Change]>([
  ['a name', `${MAIN}: name`, ({ users }) => users.update('KIM', { name: 'Kai' })],
  ['a name taken away', `${MAIN}: name`, ({ users }) => users.patch('kim', { name: '' })],
  ['a new user name', `${MAIN}: username`, ({ users }) => users.patch('kim', { username: 'bo' })],
  [
    'much at once',
    `${MAIN}: username, name, properties, password`,
    ({ users }) => users.update('kim', { username: 'bo', name: 'K', password: 'p2', ...desk('1') }),
  ],
  ['a property', `${MAIN}: properties`, ({ users }) => users.update('kim', desk('1'))],
  ['the end of a user', MAIN, ({ userRemoval }) => userRemoval.remove('kim')],
  [
    'a description',
    `${MAIN}: description`,
    ({ groups }) => groups.update('crew', { name: 'crew', description: 'R' }),
  ],
  [
    'the people',
    `${MAIN}: admins, members`,
    ({ groups }) => groups.patch('crew', { admins: ['kim'] }),
  ],
  ['another name of a group', `${MAIN}: name`, ({ groups }) => groups.rename('crew', 'staff')],
  ['the end of a group', MAIN, ({ groups }) => groups.remove('crew')],
  ['a new member', `${MAIN}: members`, ({ groupMembers }) => groupMembers.put('crew', 'ola', null)],
  [
    'another role',
    `${MAIN}: admins, members`,
    ({ groupMembers }) => groupMembers.put('crew', 'kim', { role: 'admin' }),
  ],
  ['a lost member', `${MAIN}: members`, ({ groupMembers }) => groupMembers.remove('crew', 'kim')],
  [
    'a joined group',
    `${MAIN}: members`,
    ({ userGroups }) => userGroups.join('ola', ['own', 'crew']),
  ],
  ['a left group', `${MAIN}: members`, ({ userGroups }) => userGroups.leave('kim', ['crew'])],
  [
    'a left group among others',
    `${MAIN}: members`,
    ({ userGroups }) => userGroups.set('kim', ['own']),
  ],
])('%s', (_what, by, change) => {
  it(`is refused: ${by}`, async () => {
    const before = stored(world);
    await expect(change(world)).rejects.toMatchObject({ message: `Managed by ${by}` });
    expect(stored(world)).toEqual(before);
    expect(world.ports.chatServer.heard()).toEqual([]);
  });

  it('is let through for the source', async () => {
    const before = stored(world);
    await change(createUseCases(world.ports, OPTIONS, MAIN));
    expect(stored(world)).not.toEqual(before);
  });
});

it.each<[string, Change]>([
  ['an e-mail address', ({ users }) => users.update('kim', { email: 'k@x.example' })],
  [
    'another property',
    ({ users }) => users.update('kim', { properties: [{ key: 'x', value: '1' }] }),
  ],
  ['the flag of a group', ({ groups }) => groups.patch('crew', { shared: true })],
  ['a group of its own', ({ userGroups }) => userGroups.set('kim', ['crew', 'new'])],
  ['a lockout', ({ lockouts }) => lockouts.lock('kim', 'boss')],
  ['a contact', ({ rosters }) => rosters.add('kim', { jid: 'ola@example.org' })],
])('%s stays local', async (_what, change) => {
  const before = stored(world);
  await change(world);
  expect(stored(world)).not.toEqual(before);
});

it('passes when nothing managed differs', async () => {
  const user = await world.users.get('kim');
  await world.users.update('kim', user as object);
  await world.groups.update('crew', {
    name: 'crew',
    description: 'Room 12',
    members: ['kim'],
    admins: [],
  });
  await world.userGroups.join('kim', ['crew']);
  await world.userGroups.leave('ola', ['crew']);
  await world.groupMembers.put('crew', 'kim', null);
  expect((await world.ports.groups.find('crew'))!.members).toEqual([jid('kim')]);
});

describe('a lockout of the source', () => {
  beforeEach(() => createUseCases(world.ports, OPTIONS, MAIN).lockouts.lock('kim', MAIN));

  it('is ended by the source alone', async () => {
    await expect(world.lockouts.unlock('kim')).rejects.toMatchObject({
      message: `Managed by ${MAIN}`,
    });
    await world.lockouts.lock('kim', 'boss');
    expect((await world.lockouts.get('kim')).author).toBe(MAIN);
    await createUseCases(world.ports, OPTIONS, MAIN).lockouts.unlock('kim');
    expect(await world.ports.lockouts.find(kim)).toBeNull();
  });

  it('is local once somebody has put another one', async () => {
    await world.lockouts.put('kim', null, 'boss');
    expect((await world.lockouts.get('kim')).author).toBe('boss');
    await world.lockouts.unlock('kim');
    expect(await world.ports.lockouts.find(kim)).toBeNull();
  });
});
