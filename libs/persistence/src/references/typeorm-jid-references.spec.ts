import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { poolOf } from '../database/pool.js';
import { perSuite } from '../../test/open-database.js';
import { aRoom, peopleOf } from '../../test/rooms.js';
import { aGroup, anAccount, anItem, jid, name } from '../../test/samples.js';
import { TypeormPropertyStore } from '../system/typeorm-property-store.js';

const open = perSuite();
const { key: ADMINISTRATORS } = systemProperty.administrators;

beforeEach(async () => {
  const { query, users } = open();
  for (const table of ['room', 'user_group', 'account']) await query(`delete from ${table}`);
  await query('delete from system_property where key = $1', [ADMINISTRATORS]);
  await users.add(['ola', 'zoe', 'kim', 'boss'].map((text) => anAccount(text)));
});

const listedAdministrators = async () =>
  (await new TypeormPropertyStore(open().db).all()).find(({ key }) => key === ADMINISTRATORS)
    ?.value;

const rename = () =>
  open().transactions.run(() => open().references.rename(jid('ola'), jid('amy')));
const remove = (heir = 'boss') =>
  open().transactions.run(() => open().references.remove(jid('ola'), jid(heir)));

describe('rename', () => {
  it('changes everything that names the JID and tells whom it concerned', async () => {
    const { rosters, groups, query, db } = open();
    const item = anItem('ola', { nickname: 'O', subscription: 1, groups: ['Pals'] });
    await rosters.put(name('zoe'), item);
    await rosters.put(name('kim'), anItem('zoe'));
    await groups.add(aGroup('Crew', { admins: ['ola'], members: ['zoe'] }));
    await aRoom(query, 'tea', { people: { ola: 'owner', zoe: 'member' } });
    await new TypeormPropertyStore(db).put(ADMINISTRATORS, 'ola@example.org boss@example.org,x');
    expect(await rename()).toEqual({
      rosterOwners: ['zoe'],
      groups: ['Crew'],
      rooms: [{ service: 'conference', room: 'tea' }],
    });
    expect(await rosters.find(name('zoe'), jid('ola'))).toBeNull();
    expect(await rosters.find(name('zoe'), jid('amy'))).toMatchObject({ ...item, jid: jid('amy') });
    expect(await groups.find('Crew')).toEqual(
      aGroup('Crew', { admins: ['amy'], members: ['zoe'] }),
    );
    expect(await peopleOf(query, 'tea')).toEqual([
      'amy=owner nick of ola',
      'zoe=member nick of zoe',
    ]);
    expect(await listedAdministrators()).toBe('amy@example.org,boss@example.org,x');
  });

  it('lets entries for the new JID give way', async () => {
    const { rosters, groups, query } = open();
    await rosters.put(name('zoe'), anItem('ola', { nickname: 'old' }));
    await rosters.put(name('zoe'), anItem('amy', { nickname: 'in the way' }));
    await rosters.put(name('kim'), anItem('amy', { nickname: 'elsewhere' }));
    await groups.add(aGroup('Crew', { admins: ['ola'], members: ['amy'] }));
    await aRoom(query, 'tea', { people: { ola: 'member', amy: 'outcast', zoe: 'owner' } });
    await aRoom(query, 'last', { people: { ola: 'member', amy: 'owner' } });
    expect((await rename()).rosterOwners).toEqual(['zoe']);
    expect(await rosters.list(name('zoe'))).toMatchObject([{ jid: jid('amy'), nickname: 'old' }]);
    expect(await rosters.list(name('kim'))).toMatchObject([{ nickname: 'elsewhere' }]);
    expect(await groups.find('Crew')).toEqual(aGroup('Crew', { admins: ['amy'] }));
    expect(await peopleOf(query, 'tea')).toEqual([
      'amy=member nick of ola',
      'zoe=owner nick of zoe',
    ]);
    expect(await peopleOf(query, 'last')).toEqual(['amy=owner nick of ola']);
  });

  it('touches nothing when nobody names the JID', async () => {
    const { query, db } = open();
    await new TypeormPropertyStore(db).put(ADMINISTRATORS, 'boss@example.org  zoe@example.org');
    const row = () =>
      query('select xmin::text from system_property where key = $1', [ADMINISTRATORS]);
    const before = await row();
    expect(await rename()).toEqual({ rosterOwners: [], groups: [], rooms: [] });
    expect(await row()).toEqual(before);
  });
});

describe('remove', () => {
  it('removes everything that names the JID', async () => {
    const { rosters, groups, query, db } = open();
    await rosters.put(name('zoe'), anItem('ola'));
    await groups.add(aGroup('Crew', { admins: ['ola'], members: ['zoe'] }));
    await aRoom(query, 'tea', { people: { ola: 'owner', zoe: 'owner' } });
    await new TypeormPropertyStore(db).put(ADMINISTRATORS, 'ola@example.org,boss@example.org');
    expect(await remove()).toEqual({
      rosterOwners: ['zoe'],
      groups: ['Crew'],
      rooms: [{ service: 'conference', room: 'tea' }],
    });
    expect(await rosters.list(name('zoe'))).toEqual([]);
    expect(await groups.find('Crew')).toEqual(aGroup('Crew', { members: ['zoe'] }));
    expect(await peopleOf(query, 'tea')).toEqual(['zoe=owner nick of zoe']);
    expect(await listedAdministrators()).toBe('boss@example.org');
  });

  it('gives an owner only to rooms that are left without owner entry', async () => {
    const { groups, query } = open();
    await groups.add(aGroup('Crew'));
    await aRoom(query, 'alone', { people: { ola: 'owner' } });
    await aRoom(query, 'promoted', { people: { ola: 'owner', boss: 'outcast' } });
    await aRoom(query, 'of-group', { people: { ola: 'owner' }, groups: { Crew: 'owner' } });
    await aRoom(query, 'never-owned', { people: { ola: 'admin' } });
    await remove();
    expect(await peopleOf(query, 'alone')).toEqual(['boss=owner']);
    expect(await peopleOf(query, 'promoted')).toEqual(['boss=owner nick of boss']);
    expect(await peopleOf(query, 'of-group')).toEqual([]);
    expect(await peopleOf(query, 'never-owned')).toEqual([]);
  });

  it('leaves an owner when both owners of a room go at the same time', async () => {
    const { references, transactions, query } = open();
    for (let round = 0; round < 10; round += 1) {
      await aRoom(query, `both${round}`, { people: { ola: 'owner', zoe: 'owner' } });
    }
    await Promise.all(
      ['ola', 'zoe'].map((text) =>
        transactions.run(() => references.remove(jid(text), jid('boss'))),
      ),
    );
    for (let round = 0; round < 10; round += 1) {
      expect(await peopleOf(query, `both${round}`)).toEqual(['boss=owner']);
    }
  });
});

it('a rename waits for whoever changes the same room, and then counts what was changed', async () => {
  const { dataSource, query, references, transactions } = open();
  await aRoom(query, 'shared', { people: { boss: 'owner', old: 'admin' } });
  const client = await poolOf(dataSource).connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into room_affiliation
       select id, 'fresh@example.org', 'outcast' from room where name = 'shared'`,
    );
    const renamed = transactions.run(() => references.rename(jid('old'), jid('fresh')));
    const waiting = `select from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await query(waiting)).length === 0);
    await client.query('commit');
    await renamed;
  } finally {
    client.release();
  }
  expect(await peopleOf(query, 'shared')).toEqual([
    'boss=owner nick of boss',
    'fresh=admin nick of old',
  ]);
});
