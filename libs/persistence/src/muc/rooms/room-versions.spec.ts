import { perSuite } from '../../../test/open-database.js';
import { aRoom, roomVersion } from '../../../test/rooms.js';
import { aGroup, jid } from '@chat-admin/port-suites/samples';

const open = perSuite();

const movedBy = async (work: () => Promise<unknown>) => {
  const { query } = open();
  const before = [await roomVersion(query, 'tea'), await roomVersion(query, 'other')];
  await work();
  const after = [await roomVersion(query, 'tea'), await roomVersion(query, 'other')];
  expect(after[1]).toBe(before[1]);
  return after[0]! > before[0]!;
};

beforeEach(async () => {
  const { query, groups } = open();
  await query('delete from room');
  await query('delete from user_group');
  await groups.add(aGroup('Crew', { members: ['ann'] }));
  await groups.add(aGroup('Other', { members: ['ann'] }));
  await aRoom(query, 'tea', { people: { ola: 'owner' }, groups: { Crew: 'member' } });
  await aRoom(query, 'other', { people: { bob: 'owner' } });
});

describe('the version of a room', () => {
  it('starts at 1', async () => {
    await aRoom(open().query, 'fresh');
    expect(await roomVersion(open().query, 'fresh')).toBe(1);
  });

  it.each([
    ['the room', `update room set subject = 'x' where name = 'tea'`],
    ['an affiliation', `update room_affiliation set nickname = 'x' where jid = 'ola@example.org'`],
    ['the end of an affiliation', `delete from room_affiliation where jid = 'ola@example.org'`],
    ['a group affiliation', `update room_group_affiliation set affiliation = 'admin'`],
    ['the end of a group affiliation', `delete from room_group_affiliation`],
    [
      'a new member of the group',
      `insert into group_member values ('Crew', 'x@example.org', false)`,
    ],
    ['a member who leaves', `delete from group_member where group_name = 'Crew'`],
    [
      'a member who is renamed',
      `update group_member set jid = 'b@example.org' where group_name = 'Crew'`,
    ],
    ['the name of the group', `update user_group set name = 'Crew 2' where name = 'Crew'`],
    ['the end of the group', `delete from user_group where name = 'Crew'`],
  ])('moves with %s', async (_, sql) => {
    expect(await movedBy(() => open().query(sql))).toBe(true);
  });

  it('is unaffected by changes of a group that the room does not affiliate', async () => {
    const { groups } = open();
    expect(await movedBy(() => groups.join(['Other'], jid('new')))).toBe(false);
    expect(await movedBy(() => groups.join(['Crew'], jid('ann')))).toBe(false);
  });
});
