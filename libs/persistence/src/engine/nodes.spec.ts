import pg from 'pg';
import { type EngineSession, perEngineSuite } from '../../test/engine.js';
import { aRoom } from '../../test/rooms.js';
import { PostgresChatServerDirectory } from '../system/postgres-chat-server-directory.js';

const suite = perEngineSuite();

interface Answer {
  readonly ok: boolean;
  readonly over?: boolean;
  readonly reason?: string;
  readonly epoch?: number;
  readonly known?: { readonly node: string; readonly epoch: number; readonly beat: number };
  readonly peers?: readonly { readonly node: string }[];
}

const sessions: EngineSession[] = [];
async function connected(): Promise<EngineSession> {
  const session = await suite().engine.connect();
  sessions.push(session);
  return session;
}
const facts = (node: string, epoch?: number) => ({
  ...{ node, kind: 'prosody', version: '0.12.3', address: `http://${node}:5280` },
  ...{ run: `run of ${node}`, lease: 6 },
  ...(epoch === undefined ? {} : { epoch }),
});
const join = (session: EngineSession, node: string, epoch?: number) =>
  session.call<Answer>('join', 2, facts(node, epoch));
/** Sessions end in the server a moment after the client has said so. */
async function joined(session: EngineSession, node: string, epoch?: number): Promise<Answer> {
  for (;;) {
    const answer = await join(session, node, epoch);
    if (answer.ok || answer.over) return answer;
  }
}
const untilNobodyIsAttached = async () => {
  const held = `select attached_chat_server() as pid`;
  while ((await suite().open.query<{ pid: number | null }>(held))[0]!.pid !== null);
};
const states = async () => {
  const rows = await suite().open.query<{ node: string; state: string }>(
    'select node, state from engine_node order by node',
  );
  return Object.fromEntries(rows.map(({ node, state }) => [node, state]));
};

beforeEach(async () => {
  await suite().open.query('delete from engine_node');
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end().catch(() => undefined);
});

it('one chat server serves, the second waits and sees its beat', async () => {
  const [one, other] = [await connected(), await connected()];
  const first = await joined(one, 'a');
  expect(first).toMatchObject({ ok: true, contract: 2, domain: 'example.org', peers: [] });
  const refused = await join(other, 'b');
  expect(refused).toMatchObject({
    ...{ ok: false, reason: 'Another chat server is attached to the database: a' },
    known: { node: 'a', epoch: first.epoch, lease: 6 },
    peers: [{ node: 'a', address: 'http://a:5280', state: 'active' }],
  });
  expect(await states()).toEqual({ a: 'active', b: 'waiting' });
  expect(await one.call('renew', 'a', first.epoch, { sessions: 3, rooms: 1 })).toEqual({
    verdict: 'stay',
    peers: [{ node: 'b', address: 'http://b:5280', state: 'waiting' }],
  });
  const after = await join(other, 'b');
  expect(after.known!.beat).toBe(refused.known!.beat + 1);
});

it('can be looked for after the end of the transaction in which somebody began to', async () => {
  const { db, transactions } = suite().open;
  const directory = new PostgresChatServerDirectory(db);
  await joined(await connected(), 'a');
  let end = (): void => undefined;
  const look = await transactions.run(async () => {
    const ended = new Promise<void>((resolve) => (end = resolve));
    return { later: ended.then(() => Promise.all([directory.list(), directory.vitals()])) };
  });
  end();
  expect(await look.later).toMatchObject([[{ nodeId: 'a' }], { active: 1 }]);
});

it('keeps its lease over a new session', async () => {
  const { epoch } = await joined(await connected(), 'a');
  await sessions.pop()!.end();
  expect(await joined(await connected(), 'a', epoch)).toMatchObject({ ok: true, epoch });
});

it('takes the place of one whose session has ended, which may not come back with its lease', async () => {
  const [one, other] = [await connected(), await connected()];
  const { epoch } = await joined(one, 'a');
  await join(other, 'b');
  await one.end();
  const { epoch: next } = await joined(other, 'b');
  expect(next).toBeGreaterThan(epoch!);
  expect(await states()).toEqual({ a: 'gone', b: 'active' });
  const back = await connected();
  expect(await join(back, 'a', epoch)).toMatchObject({ ok: false, over: true });
  expect(await join(back, 'a')).toMatchObject({ ok: false, known: { node: 'b' } });
  expect(await states()).toEqual({ a: 'waiting', b: 'active' });
});

it('takes over from one that stands still: its lease, then its sessions, end', async () => {
  const [frozen, other] = [await connected(), await connected()];
  const { epoch } = await joined(frozen, 'a');
  const { known } = await join(other, 'b');
  expect(await other.call('give_up', 'a', known!.epoch, known!.beat)).toBe(true);
  expect(await other.call('give_up', 'a', known!.epoch, known!.beat)).toBe(false);
  expect(await frozen.call('renew', 'a', epoch, {})).toEqual({ verdict: 'leave' });
  const { rows } = (await other.query(
    `select pg_terminate_backend(pid) as ended from pg_stat_activity
     where datname = current_database() and usename = current_user and application_name = 'a'`,
  )) as pg.QueryResult<{ ended: boolean }>;
  expect(rows).toEqual([{ ended: true }]);
  expect(await joined(other, 'b')).toMatchObject({ ok: true });
  await expect(frozen.call('services')).rejects.toThrow();
});

it('does not give up one that has given a sign of life meanwhile', async () => {
  const [one, other] = [await connected(), await connected()];
  const { epoch } = await joined(one, 'a');
  const { known } = await join(other, 'b');
  await one.call('renew', 'a', epoch, {});
  expect(await other.call('give_up', 'a', known!.epoch, known!.beat)).toBe(false);
  expect(await states()).toMatchObject({ a: 'active' });
});

describe('all sessions have ended, as when PostgreSQL restarts', () => {
  it('a fresh session leaves the lock to the one that has the lease', async () => {
    const [one, other] = [await connected(), await connected()];
    const { epoch } = await joined(one, 'a');
    await join(other, 'b');
    await Promise.all([one.end(), other.end()]);
    const fresh = await connected();
    await untilNobodyIsAttached();
    const refused = { ok: false, known: { node: 'a', epoch, beat: 0, lease: 6 } };
    for (let round = 0; round < 3; round += 1) {
      expect(await join(fresh, 'b')).toMatchObject({
        ...refused,
        reason: 'The chat server a may come back: its lease is not over',
      });
    }
    const back = await connected();
    expect(await join(back, 'a', epoch)).toMatchObject({ ok: true, epoch });
    await join(fresh, 'b');
    await back.end();
    expect(await joined(fresh, 'b')).toMatchObject({ ok: true });
  });

  it('it has the lock once the lease was ended', async () => {
    const { epoch } = await joined(await connected(), 'a');
    await sessions.pop()!.end();
    const fresh = await connected();
    await untilNobodyIsAttached();
    const { known } = await join(fresh, 'b');
    expect(await fresh.call('give_up', 'a', known!.epoch, known!.beat)).toBe(true);
    expect((await join(fresh, 'b')).epoch).toBeGreaterThan(epoch!);
  });

  it('the server itself, started anew, does not wait, but another one of its name does', async () => {
    await joined(await connected(), 'a');
    await sessions.pop()!.end();
    await untilNobodyIsAttached();
    const fresh = await connected();
    const elsewhere = { ...facts('a'), run: 'another', address: 'http://b:5280' };
    expect(await fresh.call('join', 2, elsewhere)).toMatchObject({ ok: false });
    expect(await fresh.call('join', 2, { ...facts('a'), run: 'another' })).toMatchObject({
      ok: true,
    });
  });
});

describe('two of one name', () => {
  const SAME = 'Another chat server has the same name: a. Give each a chat_instance of its own';
  const joinAnother = (session: EngineSession) =>
    session.call<Answer>('join', 2, { ...facts('a'), run: 'another', lease: 10 });
  const runs = async () =>
    (await suite().open.query<{ run: string }>('select run from engine_node')).map(
      ({ run }) => run,
    );

  it('the second waits, says why, and writes over nothing', async () => {
    const [one, other] = [await connected(), await connected()];
    const { epoch } = await joined(one, 'a');
    expect(await joinAnother(other)).toMatchObject({
      ...{ ok: false, reason: SAME, known: { node: 'a', epoch } },
    });
    expect(await one.call('renew', 'a', epoch, {})).toMatchObject({ verdict: 'stay' });
    expect(await runs()).toEqual(['run of a']);
  });

  it('so does the second of two that wait, unless the first is not heard of any more', async () => {
    const [serving, one, other] = [await connected(), await connected(), await connected()];
    await joined(serving, 'z');
    await suite().open.query(`delete from engine_node where node <> 'z'`);
    await join(one, 'a');
    expect(await joinAnother(other)).toMatchObject({ reason: SAME });
    expect(await runs()).toEqual(['run of z', 'run of a']);
    await suite().open.query(
      `update engine_node set renewed_at = renewed_at - interval '6 seconds' where node = 'a'`,
    );
    expect((await joinAnother(other)).reason).toBe(
      'Another chat server is attached to the database: z. Its chat_lease is 6, here it is 10: give all the same',
    );
    expect((await join(one, 'a')).reason).toBe(SAME);
  });
});

it('leaves in an orderly way, serving or waiting', async () => {
  const [one, other] = [await connected(), await connected()];
  const { epoch } = await joined(one, 'a');
  await join(other, 'b');
  expect(await one.call('leave', 'a', epoch! + 1)).toBe(false);
  expect(await one.call('leave', 'a', epoch)).toBe(true);
  expect(await other.call('leave', 'b', null)).toBe(true);
  expect(await states()).toEqual({ a: 'gone', b: 'gone' });
});

it('sees within five renewals that another session than its own answers', async () => {
  const [one, other] = [await connected(), await connected()];
  const { epoch } = await joined(one, 'a');
  const verdicts = [];
  for (let round = 0; round < 5; round += 1) {
    verdicts.push((await other.call<{ verdict: string }>('renew', 'a', epoch, {})).verdict);
  }
  expect(verdicts).toContain('pooled');
});

it('a waiting one that is not heard of for 30 seconds is gone, and who is gone for a week forgotten', async () => {
  const one = await connected();
  const { epoch } = await joined(one, 'a');
  await suite().open.query(`insert into engine_node
    (node, kind, version, address, state, joined_at, renewed_at)
    select node, 'prosody', 'x', 'http://x:1', state, now(), now() - since::interval
    from (values ('silent', 'waiting', '31 seconds'), ('alive', 'waiting', '1 second'),
      ('long gone', 'gone', '8 days')) as _ (node, state, since)`);
  await one.call('renew', 'a', epoch, {});
  expect(await states()).toEqual({
    a: 'active',
    alive: 'waiting',
    'long gone': 'gone',
    silent: 'gone',
  });
  const other = await connected();
  await join(other, 'b');
  await one.end();
  await joined(other, 'b');
  expect(Object.keys(await states())).toEqual(['a', 'alive', 'b', 'silent']);
});

it('a chat server of a former release ends the lease of others', async () => {
  const [one, other] = [await connected(), await connected()];
  const { epoch } = await joined(one, 'a');
  await one.end();
  for (;;) {
    const answer = await other.call<Answer>('hello', 1, 'old', false);
    if (answer.ok) break;
  }
  expect(await join(await connected(), 'a', epoch)).toMatchObject({ ok: false, over: true });
  expect((await join(await connected(), 'b')).reason).toMatch(/: old$/);
});

it('refuses another contract', async () => {
  const one = await connected();
  for (const version of [0, 1, 3, null]) {
    expect(await one.call('join', version, facts('a'))).toMatchObject({ ok: false });
  }
});

it('removes temporary rooms of chat servers without grace when another begins to serve, not when it is back', async () => {
  const { query } = suite().open;
  const one = await connected();
  const { epoch } = await joined(one, 'a');
  await query(`insert into room (service, name, persistent) values ('conference', 'left', false)`);
  await joined(one, 'a', epoch);
  expect(await query(`select from room where name = 'left'`)).toHaveLength(1);
  await one.end();
  await joined(await connected(), 'a');
  expect(await query(`select from room where name = 'left'`)).toHaveLength(0);
});

describe('temporary rooms that outlive their chat server', () => {
  const names = async () =>
    (await suite().open.query<{ name: string }>('select name from room order by name')).map(
      ({ name }) => name,
    );
  const begins = async (session: EngineSession, node: string) => {
    for (;;) {
      const answer = await session.call<Answer>('join', 2, { ...facts(node), grace: 120 });
      if (answer.ok) return;
    }
  };
  const ids = new Map<string, string>();

  beforeEach(async () => {
    const { query } = suite().open;
    await query('delete from room');
    for (const name of ['entered', 'kept', 'left'])
      await aRoom(query, name, { people: { ann: 'owner' } });
    await query(`update room set persistent = true where name = 'kept'`);
    await query('delete from event_outbox');
    for (const row of await query<{ id: string; name: string }>('select id, name from room'))
      ids.set(row.name, row.id);
  });

  it('are as they were, until those go that nobody has entered', async () => {
    const { query } = suite().open;
    const one = await connected();
    const seen = () =>
      Promise.all(['entered', 'left'].map((name) => one.call('room', 'conference', name)));
    const before = await seen();
    await begins(one, 'a');
    expect(await names()).toEqual(['entered', 'kept', 'left']);
    expect(await seen()).toEqual(before);
    expect(await query('select type from event_outbox where type like $1', ['room.%'])).toEqual([]);
    await aRoom(query, 'made', {});
    expect(await one.call('remove_left_rooms', [Number(ids.get('entered'))])).toBe(true);
    expect(await names()).toEqual(['entered', 'kept', 'made']);
    expect(await one.call('remove_left_rooms', {})).toBe(true);
    expect(await names()).toEqual(['entered', 'kept', 'made']);
    expect(await query(`select object from event_outbox where type = 'room.deleted'`)).toHaveLength(
      1,
    );
  });

  it('outlive the next one, too', async () => {
    const [one, other] = [await connected(), await connected()];
    await begins(one, 'a');
    await join(other, 'b');
    await one.end();
    await begins(other, 'b');
    expect(await names()).toEqual(['entered', 'kept', 'left']);
    await other.call('remove_left_rooms', [null, Number(ids.get('left'))]);
    expect(await names()).toEqual(['kept', 'left']);
  });

  it('wait for who changes one of them at the moment', async () => {
    const { db, transactions } = suite().open;
    const one = await connected();
    const hold = { name: 'hold', text: `select from room where name = 'left' for update` };
    await transactions.run(async () => {
      await db.run(hold);
      expect(await one.call('join', 2, { ...facts('a'), grace: 120 })).toMatchObject({ ok: false });
    });
    await begins(one, 'a');
    await transactions.run(async () => {
      await db.run(hold);
      expect(await one.call('remove_left_rooms', [])).toBe(false);
    });
    expect(await one.call('remove_left_rooms', [])).toBe(true);
    expect(await names()).toEqual(['kept']);
  });

  it('stay where the database takes no writes', async () => {
    const one = await connected();
    await one.query('set default_transaction_read_only = on');
    await begins(one, 'a');
    expect(await names()).toEqual(['entered', 'kept', 'left']);
  });
});

it('tells the instances who serves, and not each beat', async () => {
  const heard: string[] = [];
  const listening = new pg.Client({ connectionString: suite().open.url });
  await listening.connect();
  listening.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listening.query('listen chat_admin_change');
  const one = await connected();
  const { epoch } = await joined(one, 'a');
  await one.call('renew', 'a', epoch, {});
  await one.call('leave', 'a', epoch);
  await listening.query('select 1');
  while (heard.length < 2) await listening.query('select 1');
  expect(heard).toEqual(['engine', 'engine']);
  await listening.end();
});

it('tells in events who begins to serve, and who is gone', async () => {
  const { query } = suite().open;
  await query('delete from event_outbox');
  const told = async () =>
    (
      await query<{ type: string; object: string; actor: string }>(
        `select type, object, origin ->> 'actor' as actor from event_outbox order by seq`,
      )
    ).map(({ type, object, actor }) => `${type} ${object} ${actor}`);
  const [one, other] = [await connected(), await connected()];
  const { epoch } = await joined(one, 'a');
  const { known } = await join(other, 'b/2');
  await one.call('renew', 'a', epoch, {});
  await join(one, 'a', epoch);
  expect(await told()).toEqual(['chatserver.active /system/chatservers/a service']);
  await other.call('give_up', 'a', known!.epoch, known!.beat);
  await one.end();
  await joined(other, 'b/2');
  await other.call('leave', 'b/2', 0);
  expect(await told()).toEqual([
    'chatserver.active /system/chatservers/a service',
    'chatserver.gone /system/chatservers/a service',
    'chatserver.active /system/chatservers/b%2F2 service',
  ]);
});

it('a database that takes no writes is served without a lease, and nobody leaves it', async () => {
  const one = await connected();
  await one.query('set default_transaction_read_only = on');
  const first = await joined(one, 'a');
  expect(first).toMatchObject({ ok: true, domain: 'example.org' });
  expect(first).not.toHaveProperty('epoch');
  const refused = await join(await connected(), 'b');
  expect(refused).toMatchObject({ ok: false });
  await one.query('set default_transaction_read_only = off');
  const { epoch } = await joined(one, 'a');
  await one.query('set default_transaction_read_only = on');
  expect(await one.call('renew', 'a', epoch, {})).toMatchObject({ verdict: 'stay' });
  expect(await join(one, 'a', epoch)).toMatchObject({ ok: true, epoch });
  expect(await join(one, 'a', epoch! - 1)).toMatchObject({ ok: false, over: true });
});
