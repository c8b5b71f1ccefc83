import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { domainpart } from '@chat-admin/domain/shared/jid';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import { namesAdministrator, replaceAdministrator } from '@chat-admin/domain/system/administrators';
import { DefaultOwners } from '@chat-admin/domain/system/default-owners';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { perEngineSuite } from '../../test/engine.js';
import { aRoom } from '../../test/rooms.js';
import { aGroup, anAccount, anItem, jid, name } from '@chat-admin/port-suites/samples';
import { TEST_DOMAIN } from '../testing/test-database.js';

const suite = perEngineSuite();
const domain = new ServiceDomain(domainpart(TEST_DOMAIN)!);

async function world(administrators: string | null): Promise<void> {
  const { query, users, rosters, groups } = suite().open;
  for (const table of ['room', 'user_group', 'account']) await query(`delete from ${table}`);
  await query(`delete from system_property where key = 'admin.authorizedJIDs'`);
  if (administrators !== null) {
    await query(`insert into system_property values ('admin.authorizedJIDs', $1)`, [
      administrators,
    ]);
  }
  await users.add(['ann', 'bob', 'cid'].map((text) => anAccount(text)));
  await rosters.put(name('ann'), anItem('bob'));
  await rosters.put(name('bob'), anItem('ann'));
  await rosters.put(name('bob'), anItem('ann@other.example'));
  await groups.add(aGroup('Crew', { shared: true, admins: ['ann'], members: ['bob'] }));
  await aRoom(query, 'alone', { people: { ann: 'owner', bob: 'member', cid: 'outcast' } });
  await aRoom(query, 'shared', { people: { ann: 'owner', bob: 'owner' } });
  await aRoom(query, 'of group', { people: { ann: 'owner' }, groups: { Crew: 'owner' } });
  await aRoom(query, 'guest', { people: { ann: 'member' } });
}

async function left() {
  const { query } = suite().open;
  return {
    accounts: await query('select username from account order by 1'),
    items: await query('select owner, jid from roster_item order by 1, 2'),
    people: await query('select * from group_member order by jid'),
    rooms: await query(
      `select name, jid, affiliation, nickname from room join room_affiliation on room_id = id
       order by name, jid`,
    ),
    administrators: await query(
      `select value from system_property where key = 'admin.authorizedJIDs'`,
    ),
  };
}

const LISTS = [
  null,
  '',
  'ann@example.org',
  'bob@example.org ann@example.org',
  'ann@example.org, cid@example.org,,bob@example.org',
  'ANN@Example.org far@other.example x cid@example.org/desk ann@example.org/desk bob@example.org',
];

it.each(LISTS)(
  'the chat server leaves what the API leaves, with the administrators %j',
  async (listed) => {
    const { userChanges, users } = suite().open;
    const properties = { read: () => listed ?? '' } as unknown as SystemProperties;
    const owners = new DefaultOwners({ properties, users, domain });
    await world(listed);
    await userChanges.remove(name('ann'), await owners.next(name('ann')));
    const byApi = await left();
    expect(byApi.administrators).toEqual(administratorsAfter(listed, null));
    await world(listed);
    await suite().open.query('delete from account_credential'); // so that none of them is the last who can sign in
    await suite().engine.call('delete_account', 'ann');
    expect(await left()).toEqual(byApi);
  },
);

it.each(LISTS)('a rename changes the administrators %j as the domain says', async (listed) => {
  await world(listed);
  await suite().open.userChanges.rename(name('ann'), name('amy'), {}, null);
  expect((await left()).administrators).toEqual(administratorsAfter(listed, jid('amy')));
});

function administratorsAfter(listed: string | null, other: BareJid | null) {
  if (listed === null) return [];
  const isNamed = namesAdministrator(listed, jid('ann'));
  return [{ value: isNamed ? replaceAdministrator(listed, jid('ann'), other) : listed }];
}
