import { perSuite } from '../../test/open-database.js';
import { poolOf } from '../database/pool.js';
import * as groups from '../groups/group-statements.js';

type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

const open = perSuite();
const jid = (username: string) => `${username}@example.org`;

/** A shared group of so many people, `<size>.1` and so on, one of whom has no account yet. */
async function groupOf(size: number): Promise<void> {
  const { query } = open();
  await query(
    `insert into account (username)
     select $1 || '.' || n from generate_series(2, $1::integer) n
     union all select 'joiner' || $1`,
    [size],
  );
  await query(`insert into user_group (name, shared) values ($1, true)`, [`crew${size}`]);
  await query(
    `insert into group_member (group_name, jid, is_admin)
     select 'crew' || $1, $1 || '.' || n || '@example.org', false
     from generate_series(1, $1::integer) n`,
    [size],
  );
}

/** Rows of all tables that `work` writes and reads, which is undone. */
async function rowsOf(work: (run: Run) => Promise<unknown>) {
  const client = await poolOf(open().owner).connect();
  const counted = async () => {
    const { rows } = await client.query<{ written: number; read: number }>(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::integer as written,
         sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read
       from pg_stat_xact_user_tables`,
    );
    return rows[0]!;
  };
  try {
    await client.query('begin');
    const before = await counted();
    await work((text, values) => client.query(text, [...values]));
    const after = await counted();
    return { written: after.written - before.written, read: after.read - before.read };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

beforeAll(async () => {
  for (const size of [20, 2_000]) await groupOf(size);
  await open().query('analyze');
});

it.each<[string, (run: Run, size: number) => Promise<unknown>]>([
  ['joins', (run, size) => run(groups.join.text, [[`crew${size}`], jid(`joiner${size}`)])],
  ['leaves', (run, size) => run(groups.leave.text, [[`crew${size}`], jid(`${size}.7`)])],
  [
    'has another display name',
    (run, size) => run(`update account set name = 'Seven' where username = $1`, [`${size}.7`]),
  ],
  [
    'has an account now',
    (run, size) => run(`insert into account (username) values ($1)`, [`${size}.1`]),
  ],
  [
    'is renamed',
    (run, size) =>
      run(`select rename_user($1, $2, '{}', null, null)`, [`${size}.7`, `seven${size}`]),
  ],
  [
    'is deleted',
    (run, size) => run(`select remove_user($1, $2, null)`, [`${size}.7`, jid('admin')]),
  ],
])(
  'somebody of a shared group %s: as many rows in a large group as in a small one',
  async (_, change) => {
    const small = await rowsOf((run) => change(run, 20));
    const large = await rowsOf((run) => change(run, 2_000));
    expect(small.written).toBeGreaterThan(1);
    expect(large.written).toBe(small.written);
    expect(large.read).toBeLessThan(small.read + 10);
  },
);

it.each<[string, (run: Run, size: number) => Promise<unknown>]>([
  [
    'what has changed in a roster',
    (run, size) =>
      run(`select engine.roster_changes($1, roster_state($1), $2)`, [
        `${size}.3`,
        JSON.stringify([jid(`${size}.7`)]),
      ]),
  ],
  [
    'one contact of a roster',
    (run, size) => run('select * from roster_entry($1, $2)', [`${size}.3`, jid(`${size}.7`)]),
  ],
])('%s is read from as many rows in a large shared group as in a small one', async (_, read) => {
  const small = await rowsOf((run) => read(run, 20));
  const large = await rowsOf((run) => read(run, 2_000));
  expect(small.read).toBeGreaterThan(1);
  expect(large.read).toBeLessThan(small.read + 10);
});

describe('of many groups that are shown to another group', () => {
  const MANY = 2_000;

  beforeAll(async () => {
    await open().query(
      `insert into user_group (name, shared, visibility, visible_to)
       select 'shown' || n, true, 'groups', array['desk'] from generate_series(1, $1::integer) n`,
      [MANY],
    );
    await open().query('analyze');
  });

  it.each<[string, string, readonly unknown[]]>([
    ['the state of a roster', 'select roster_state($1)', ['20.3']],
    ['a new display name', `update account set name = 'Seven' where username = $1`, ['20.7']],
    ['somebody who joins', groups.join.text, [['crew20'], jid('joiner20')]],
    ['a group that is deleted', 'delete from user_group where name = $1', ['shown7']],
  ])('%s reads few', async (_, text, values) => {
    const { read } = await rowsOf((run) => run(text, values));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(MANY / 10);
  });
});

/** Stands in for the search for groups that are shown to others, which takes long for names that are said again. */
const TOLD = `
  create or replace function groups_shown_to(names text[])
  returns table (name text, visibility text, visible_to text[], display_name text)
  language plpgsql stable as $$
  begin
    raise notice '%', array_to_string(names, ',');
  end
  $$`;

it.each([
  [
    'join',
    `insert into group_member (group_name, jid, is_admin)
     select 'quiet', 'new' || n || '@example.org', false from generate_series(1, 100) n`,
  ],
  ['leave', `delete from group_member where group_name = 'quiet'`],
  ['move', `update group_member set jid = 'former.' || jid where group_name = 'quiet'`],
  ['have other display names', `update account set name = 'Quiet' where username like 'quiet%'`],
  ['are deleted', `delete from account where username like 'quiet%'`],
])('many of a group that nobody sees %s: it is looked for once', async (_, text) => {
  const client = await poolOf(open().owner).connect();
  const told: (string | undefined)[] = [];
  client.on('notice', ({ message }) => told.push(message));
  try {
    await client.query(`
      begin;
      insert into user_group (name, shared) values ('quiet', false);
      insert into account (username) select 'quiet' || n from generate_series(1, 100) n;
      insert into group_member (group_name, jid, is_admin)
      select 'quiet', username || '@example.org', false from account where username like 'quiet%';
      ${TOLD}`);
    await client.query(text);
    expect(told).toEqual(['quiet']);
  } finally {
    await client.query('rollback');
    client.release(true);
  }
});
