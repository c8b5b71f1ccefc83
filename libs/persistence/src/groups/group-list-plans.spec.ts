import type { GroupSelection } from '@chat-admin/domain/groups/group-list';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import { perSuite } from '../../test/open-database.js';
import { alonePaired, bothWays, endOf, PAGE_SIZE, readPage } from '../../test/page-plans.js';
import { groupSource, PEOPLE_SOURCE, selectedGroups, selectedPeople } from './group-list-source.js';

const GROUPS = Number(process.env['LISTED_GROUPS'] ?? 50_000);
const open = perSuite();

beforeAll(async () => {
  await open().query(`
    set session_replication_role = replica;
    insert into user_group (name, description, shared)
    select 'Group ' || md5(n::text), 'About ' || md5('d' || n), n % 50 = 0 from generate_series(1, ${GROUPS}) n;
    insert into group_member (group_name, jid, is_admin)
    select 'Group ' || md5(n::text), 'user' || n % 1000 || '@example.org', false from generate_series(1, ${GROUPS}) n;
    insert into group_member (group_name, jid, is_admin)
    select 'Crew', 'user' || n || '@example.org', n % 1000 = 0 from generate_series(1, ${GROUPS}) n;
    reset session_replication_role`);
  for (const table of ['user_group', 'group_member']) await open().query(`vacuum analyze ${table}`);
});

const source = groupSource({ people: false, count: true });
const ALL: GroupSelection = { text: null, shared: null, member: null, managedBy: null };
const FILTERS: Readonly<Record<string, Partial<GroupSelection>>> = {
  text: { text: 'b1946' },
  'short text': { text: '-_-' },
  shared: { shared: true },
  member: { member: 'user7@example.org' as BareJid },
};
it.each(bothWays('key', 'name'))('late pages cost at most twice the first: %j', async (order) => {
  const conditions = selectedGroups(ALL, true);
  const first = await readPage(open().query, source, conditions, order, null);
  const prefix = order.descending ? 'Group 01' : 'Group fe';
  const value = order.sort === 'key' ? prefix : prefix.toLowerCase();
  const late = await readPage(open().query, source, conditions, order, { value, key: prefix });
  expect(late.rows.length).toBeGreaterThan(50);
  expect(late.scanned).toEqual([]);
  expect(late.pages / late.rows.length).toBeLessThanOrEqual((2 * first.pages) / first.rows.length);
});

it.each(alonePaired(Object.keys(FILTERS)))('no page reads all groups: %s %s', async (...names) => {
  const wanted = names.map((name) => FILTERS[name] ?? {});
  const conditions = selectedGroups(Object.assign({}, ALL, ...wanted) as GroupSelection, true);
  for (const order of bothWays('key', 'name')) {
    const first = await readPage(open().query, source, conditions, order, null);
    expect([names, order, first.scanned]).toEqual([names, order, []]);
    if (first.rows.length <= PAGE_SIZE) continue;
    const next = await readPage(open().query, source, conditions, order, endOf(first));
    expect([names, order, next.scanned]).toEqual([names, order, []]);
  }
});

it.each([
  { role: null, text: null },
  { role: 'admin' as const, text: null },
  { role: null, text: 'user777' },
  { role: 'member' as const, text: '-_-' },
])('no page reads all people of a group: %j', async (selection) => {
  for (const order of bothWays('jid')) {
    const conditions = selectedPeople('Crew', selection);
    const { scanned, pages } = await readPage(open().query, PEOPLE_SOURCE, conditions, order, null);
    expect([order, scanned]).toEqual([order, []]);
    expect(pages).toBeLessThan(200);
  }
});
