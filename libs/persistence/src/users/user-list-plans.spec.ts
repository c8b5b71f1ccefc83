import type { Order, Position } from '@chat-admin/domain/shared/paging';
import type { UserSelection } from '@chat-admin/domain/users/user-list';
import { inSlices } from '../../test/page-plans.js';
import { perSuite } from '../../test/open-database.js';
import { pageQuery } from '../database/ordered-lists.js';
import { selectedUsers, USER_SOURCE } from './user-list-source.js';

/** Each filter below leaves less than a tenth of them. */
const USERS = Number(process.env['LISTED_USERS'] ?? 100_000);
const LIMIT = 100;

const open = perSuite();

beforeAll(async () => {
  await inSlices(USERS, (from, to) =>
    open().query(`
    set session_replication_role = replica;
    insert into account (username, name, email, created_at, last_seen)
    select 'user' || n, 'Name ' || md5(n::text), md5('m' || n) || '@mail.example',
           timestamptz '2020-01-01Z' + n * interval '1 minute',
           case when n % 20 > 0 then timestamptz '2021-01-01Z' + n * interval '1 minute' end
    from generate_series(${from}, ${to}) n;
    reset session_replication_role`),
  );
  await open().query(`
    set session_replication_role = replica;
    insert into lockout (username) select 'user' || n * 50 from generate_series(1, ${USERS} / 50) n;
    insert into user_group (name, shared) values ('Crew', false);
    insert into group_member (group_name, jid, is_admin)
    select 'Crew', 'user' || n * 33 || '@example.org', false from generate_series(1, ${USERS} / 100) n;
    reset session_replication_role`);
  for (const table of ['account', 'lockout', 'group_member']) {
    await open().query(`vacuum analyze ${table}`);
  }
});

const EVERYBODY: UserSelection = {
  isPaged: true,
  filter: { kind: 'all' },
  text: null,
  locked: null,
  neverSeen: null,
  created: { from: null, to: null },
  lastSeen: { from: null, to: null },
  group: null,
  role: null,
  managedBy: null,
  among: null,
};
const recent = { from: new Date(Date.UTC(2020, 0, 1) + USERS * 0.98 * 60_000), to: null };
const recentlySeen = { from: new Date(Date.UTC(2021, 0, 1) + USERS * 0.98 * 60_000), to: null };

const FILTERS: Readonly<Record<string, Partial<UserSelection>>> = {
  text: { text: 'b1946' },
  'short text': { text: '-_-' },
  'short search': { filter: { kind: 'name-contains', text: '77' } },
  search: { filter: { kind: 'name-contains', text: 'r777' } },
  locked: { locked: true },
  neverSeen: { neverSeen: true },
  created: { created: recent },
  lastSeen: { lastSeen: recentlySeen },
  group: { group: 'Crew' },
  among: { among: { usernames: ['user5', 'user77777'], isMember: true } },
};
const ORDERS: readonly Order[] = ['username', 'name', 'created'].flatMap((sort) => [
  { sort, descending: false },
  { sort, descending: true },
]);

interface Plan {
  readonly scansAccounts: boolean;
  /** pages of tables and indexes that were read */
  readonly pages: number;
  readonly rows: readonly { readonly sortValue: string; readonly sortKey: string }[];
}

async function run(
  wanted: Partial<UserSelection>,
  order: Order,
  after: Position | null,
): Promise<Plan> {
  const conditions = selectedUsers({ ...EVERYBODY, ...wanted }, true);
  const { text, values } = pageQuery(USER_SOURCE, conditions, { ...order, limit: LIMIT, after });
  const explained = await open().query<{ 'QUERY PLAN': readonly { Plan: Explained }[] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [...values],
  );
  const { Plan: plan } = explained[0]!['QUERY PLAN'][0]!;
  const rows = await open().query<Plan['rows'][number]>(text, [...values]);
  const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  return { scansAccounts: scansAccounts(plan), pages, rows };
}

interface Explained {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Explained[];
}

const scansAccounts = (plan: Explained): boolean =>
  (plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === 'account') ||
  (plan.Plans ?? []).some(scansAccounts);

const positionOf = (rows: Plan['rows']): Position => {
  const { sortValue, sortKey } = rows[LIMIT - 1]!;
  return { value: sortValue, key: sortKey };
};

it('a scan of the table is told', async () => {
  const [explained] = await open().query<{ 'QUERY PLAN': readonly { Plan: Explained }[] }>(
    `explain (analyze, buffers, format json) select from account where email is null limit 1`,
  );
  expect(scansAccounts(explained!['QUERY PLAN'][0]!.Plan)).toBe(true);
});

it.each(ORDERS)('the last pages cost at most twice the first: %j', async (order) => {
  const first = await run({}, order, null);
  const half = Math.floor(USERS * 0.98);
  const { sort, descending } = order;
  const { expression } = USER_SOURCE.sorts[sort]!;
  const value =
    sort === 'created' ? `(extract(epoch from created_at) * 1000000)::bigint::text` : expression;
  const [far] = await open().query<{ value: string; key: string }>(`
    select ${value} as value, username as key from account
    order by ${expression} ${descending ? 'desc' : 'asc'}, username offset ${half} limit 1`);
  const last = await run({}, order, far!);
  expect(last.rows).toHaveLength(LIMIT + 1);
  expect(last.scansAccounts).toBe(false);
  expect(last.pages).toBeLessThanOrEqual(2 * first.pages);
});

const pairs = Object.keys(FILTERS).flatMap((one, index, all) => [
  [one],
  ...all.slice(index + 1).map((other) => [one, other]),
]);

it.each(pairs)('no page reads the whole table: %s %s', async (...names) => {
  const wanted = Object.assign(
    {},
    ...names.filter((name) => typeof name === 'string').map((name) => FILTERS[name]),
  ) as Partial<UserSelection>;
  for (const order of ORDERS) {
    const first = await run(wanted, order, null);
    expect([names, order, first.scansAccounts]).toEqual([names, order, false]);
    if (first.rows.length <= LIMIT) continue;
    const next = await run(wanted, order, positionOf(first.rows));
    expect([names, order, next.scansAccounts]).toEqual([names, order, false]);
  }
});
