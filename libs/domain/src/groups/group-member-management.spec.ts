import { all, aWorld, people, stored } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { jid } from '../../test/muc.js';
import { GroupMemberNotFound, GroupNotFound } from './errors.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await people(world, 'ola');
  await world.groups.create({ name: 'Crew' });
});
const heard = () => world.ports.chatServer.heard();

it('members are added, changed and removed, with a notice when something has changed', async () => {
  const { groupMembers } = world;
  heard();
  expect(await groupMembers.put('Crew', 'Ola', null)).toMatchObject({
    jid: jid('ola'),
    changes: { isNew: true },
  });
  expect(await groupMembers.put('Crew', 'ola@example.org/desk', { role: 'member' })).toMatchObject({
    jid: jid('ola'),
    changes: { isNew: false },
  });
  expect(await groupMembers.put('Crew', 'ola', { role: 'admin' })).toMatchObject({
    changes: { isNew: false },
  });
  expect(await groupMembers.put('Crew', 'ola', null)).toMatchObject({ changes: { isNew: false } });
  expect(await all(await groupMembers.list('Crew'))).toEqual([{ jid: jid('ola'), role: 'admin' }]);
  await groupMembers.remove('Crew', 'OLA');
  expect(await all(await groupMembers.list('Crew'))).toEqual([]);
  expect(heard()).toEqual([{ groups: ['Crew'] }, { groups: ['Crew'] }, { groups: ['Crew'] }]);
});

it('a refused request changes nothing', async () => {
  const { groupMembers } = world;
  const before = stored(world);
  for (const [work, error] of [
    [() => groupMembers.list('Gone'), GroupNotFound],
    [() => groupMembers.put('Gone', 'a b', { role: 'Admins' }), 'Invalid value for role: Admins'],
    [() => groupMembers.put('Gone', 'a b', null), GroupNotFound],
    [() => groupMembers.put('Crew', 'a b', null), 'Cannot parse a member value as a JID: a b'],
    [() => groupMembers.put('Crew', '\u07bc', null), /Cannot parse a member value/],
    [() => groupMembers.remove('Crew', 'a b'), /Cannot parse a member value/],
    [() => groupMembers.remove('Crew', 'Ola'), GroupMemberNotFound],
  ] as const) {
    await expect(work()).rejects.toThrow(error);
  }
  expect(stored(world)).toEqual(before);
});
