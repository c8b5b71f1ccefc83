import { aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { jid } from '../../test/muc.js';
import { GroupNotFound } from '../groups/errors.js';
import { NonLocalUser, UserNotFound } from './errors.js';
import { username } from './user.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ola', 'zoe');
});
const heard = () => world.ports.chatServer.heard();

describe('a lockout', () => {
  const locked = async () => (await world.ports.users.login(username('ola')!))?.locked;

  it('is idempotent, as is its removal, and both send a notice', async () => {
    await world.lockouts.lock('Ola', 'secret');
    await world.lockouts.lock('ola', 'secret');
    expect(await locked()).toBe(true);
    await world.lockouts.unlock('ola');
    await world.lockouts.unlock('ola');
    expect(await locked()).toBe(false);
    expect(heard().map((notice) => (notice as { event: string }).event)).toEqual([
      'locked',
      'locked',
      'unlocked',
      'unlocked',
    ]);
  });

  it('needs an existing user', async () => {
    await expect(world.lockouts.lock('ghost', 'secret')).rejects.toThrow(UserNotFound);
    await expect(world.lockouts.unlock('@')).rejects.toThrow(UserNotFound);
    expect(heard()).toEqual([]);
  });
});

describe('the groups of a user', () => {
  it('are joined, created if missing, and left', async () => {
    await world.userGroups.join('ola@example.org', ['Crew', 'Pals', 'Crew']);
    expect(await world.userGroups.list('ola')).toEqual(['Crew', 'Pals']);
    expect(await world.groups.get('Crew')).toMatchObject({ shared: false, members: [jid('ola')] });
    await world.userGroups.leave('ola', ['Crew']);
    expect(await world.userGroups.list('ola')).toEqual(['Pals']);
    expect(heard()).toEqual([{ groups: ['Crew', 'Pals'] }, { groups: ['Crew'] }]);
  });

  it('are left all together or not at all, and are limited to users of this domain', async () => {
    await world.userGroups.join('ola', ['Crew']);
    const before = stored(world);
    await expect(world.userGroups.leave('ola', ['Crew', 'Gone'])).rejects.toThrow(
      new GroupNotFound('Gone'),
    );
    await expect(world.userGroups.join('ola', ['New', ' '])).rejects.toThrow(
      'Could not create new group',
    );
    await expect(world.userGroups.join('ola@other.example', ['Crew'])).rejects.toThrow(
      NonLocalUser,
    );
    await expect(world.userGroups.list('ghost')).rejects.toThrow(UserNotFound);
    expect(stored(world)).toEqual(before);
  });
});

describe('a vCard', () => {
  it('is stored verbatim, announced when it changes, and removed', async () => {
    expect(await world.vcards.get('ola')).toBeNull();
    await world.vcards.put('ola', async (user) => `<vCard>${user}</vCard>`);
    await world.vcards.put('ola', async (user) => `<vCard>${user}</vCard>`);
    expect(await world.vcards.get('ola')).toBe('<vCard>ola</vCard>');
    await world.vcards.remove('ola');
    await world.vcards.remove('ola');
    expect(await world.vcards.get('ola')).toBeNull();
    expect(heard()).toEqual([
      { users: ['ola'], event: 'vcard' },
      { users: ['ola'], event: 'vcard' },
    ]);
  });

  it('of an unknown user is not even read', async () => {
    const read = () => Promise.reject(new Error('it was read'));
    await expect(world.vcards.put('ghost', read)).rejects.toThrow(UserNotFound);
  });
});
