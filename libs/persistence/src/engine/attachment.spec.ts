import { perEngineSuite } from '../../test/engine.js';
import { openDatabase } from '../../test/open-database.js';
import { aRoom } from '../../test/rooms.js';

const suite = perEngineSuite();

const attached = {
  ...{ ok: true, contract: 1, domain: 'example.org', absent: [] },
  memory: { conference: 25 },
};

/** Sessions end in the server a moment after the client has said so. */
async function attachable(): Promise<unknown> {
  for (;;) {
    const answer = await suite().engine.call<{ ok: boolean }>('hello', 1, 'one', false);
    if (answer.ok) return answer;
  }
}

it('attaches once, and the same session again', async () => {
  expect(await attachable()).toEqual(attached);
  expect(await attachable()).toEqual(attached);
});

it('refuses a second chat server, naming the first, until the session of that one ends', async () => {
  const first = await suite().engine.connect();
  const second = await suite().engine.connect();
  await suite().engine.query('select pg_advisory_unlock_all()');
  expect(await first.call('hello', 1, 'prosody on a', true)).toEqual(attached);
  expect(await second.call('hello', 1, 'prosody on b', true)).toEqual({
    ok: false,
    reason: 'Another chat server is attached to the database: prosody on a',
  });
  await first.end();
  await second.end();
  expect(await attachable()).toEqual(attached);
});

it('does not name the chat server of another database of the same server', async () => {
  const other = await openDatabase({ poolSize: 1 });
  const [first, second] = [await suite().engine.connect(), await suite().engine.connect()];
  try {
    await other.query(`select engine.hello(1, 'prosody of others', false)`);
    await suite().engine.query('select pg_advisory_unlock_all()');
    expect(await first.call('hello', 1, '', true)).toEqual(attached);
    expect(await second.call('hello', 1, 'prosody on b', true)).toEqual({
      ok: false,
      reason: expect.stringMatching(/^Another chat server .*: process \d+$/) as string,
    });
  } finally {
    for (const session of [first, second]) await session.end();
    await other.close();
  }
});

it('refuses while an import is loading, and leaves the lock to the import', async () => {
  const { query } = suite().open;
  const locks = `select from pg_locks
    where locktype = 'advisory' and objid = (4862177332 & 4294967295)::oid
      and database = (select oid from pg_database where datname = current_database())`;
  await suite().engine.query('select pg_advisory_unlock_all()');
  await query(`create schema moving; create table moving.run (state text not null)`);
  expect(await attachable()).toEqual(attached);
  await suite().engine.query('select pg_advisory_unlock_all()');
  await query(`insert into moving.run values ('loading')`);
  expect(await suite().engine.call('hello', 1, 'one', true)).toEqual({
    ok: false,
    reason: 'An import into the database is running: "import openfire finish" or "abandon" ends it',
  });
  expect(await query(locks)).toEqual([]);
  await query(`update moving.run set state = 'finished'`);
  expect(await attachable()).toEqual(attached);
  await query('drop schema moving cascade');
});

it('refuses another contract', async () => {
  for (const version of [0, 2, null]) {
    expect(await suite().engine.call('hello', version, 'one', false)).toMatchObject({ ok: false });
  }
});

describe('temporary rooms', () => {
  const names = async () =>
    (await suite().open.query<{ name: string }>('select name from room order by name')).map(
      ({ name }) => name,
    );

  beforeEach(async () => {
    const { query } = suite().open;
    await query('delete from room');
    for (const name of ['kept', 'left']) await aRoom(query, name, { people: { ann: 'owner' } });
    await query(`update room set persistent = true where name = 'kept'`);
  });

  it('of the last run are removed by a chat server that starts', async () => {
    await attachable();
    expect(await names()).toEqual(['kept', 'left']);
    expect(await suite().engine.call('hello', 1, 'one', true)).toEqual(attached);
    expect(await names()).toEqual(['kept']);
  });

  it('that somebody else changes at the moment are waited for by asking again', async () => {
    await attachable();
    const { db, transactions } = suite().open;
    await transactions.run(async () => {
      await db.run({ name: 'hold', text: `select from room where name = 'left' for update` });
      expect(await suite().engine.call('hello', 1, 'one', true)).toEqual({
        ok: false,
        reason: 'Temporary rooms of the last run are still being removed',
      });
    });
    expect(await suite().engine.call('hello', 1, 'one', true)).toEqual(attached);
    expect(await names()).toEqual(['kept']);
  });
});
