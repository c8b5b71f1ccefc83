import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { referenceSuite } from '@chat-admin/port-suites/reference-suite';
import { aGroup, anAccount, anItem, name } from '@chat-admin/port-suites/samples';
import { perSuite } from '../../test/open-database.js';
import { aRoom, peopleOf } from '../../test/rooms.js';
import { poolOf } from '../database/pool.js';

const open = perSuite();
referenceSuite(open);

const rename = () => open().userChanges.rename(name('ola'), name('amy'), {}, null);

it('a rename keeps reserved nicknames', async () => {
  const { query } = open();
  await aRoom(query, 'tea', { people: { ola: 'member', amy: 'outcast', zoe: 'owner' } });
  await rename();
  expect(await peopleOf(query, 'tea')).toEqual(['amy=member nick of ola', 'zoe=owner nick of zoe']);
});

it('a rename does not touch the list of administrators unless it contains the JID', async () => {
  const { propertyStore, query } = open();
  const { key } = systemProperty.administrators;
  await propertyStore.put(key, 'boss@example.org  zoe@example.org');
  const row = () => query('select xmin::text from system_property where key = $1', [key]);
  const before = await row();
  await rename();
  expect(await row()).toEqual(before);
});

/** Renames `old` to `fresh` while `change` is not committed yet. */
async function renameDuring(change: string): Promise<void> {
  const { dataSource, query, userChanges, users } = open();
  await users.add([anAccount('old')]);
  const client = await poolOf(dataSource).connect();
  try {
    await client.query('begin');
    await client.query(change);
    const renamed = userChanges.rename(name('old'), name('fresh'), {}, null);
    const waiting = `select from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await query(waiting)).length === 0);
    await client.query('commit');
    await renamed;
  } finally {
    client.release();
  }
}

it('a rename waits for concurrent changes of the same room and includes them', async () => {
  const { query } = open();
  await aRoom(query, 'shared', { people: { boss: 'owner', old: 'admin' } });
  await renameDuring(
    `insert into room_affiliation
     select id, 'fresh@example.org', 'outcast' from room where name = 'shared'`,
  );
  expect(await peopleOf(query, 'shared')).toEqual([
    'boss=owner nick of boss',
    'fresh=admin nick of old',
  ]);
});

it.each(['group_member', 'roster_item'])(
  'an entry of %s for the new JID stays when that for the old one goes meanwhile',
  async (table) => {
    const { groups, query, rosters } = open();
    await groups.add(aGroup('Crew', { members: ['old', 'fresh'] }));
    for (const contact of ['old', 'fresh']) await rosters.put(name('zoe'), anItem(contact));
    await renameDuring(`delete from ${table} where jid = 'old@example.org'`);
    expect(await query(`select jid from ${table}`)).toEqual([{ jid: 'fresh@example.org' }]);
  },
);
