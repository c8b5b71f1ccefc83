import type { HoldTerms } from '@chat-admin/domain/holds/hold';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import {
  bare,
  covered,
  fill,
  lost,
  PEOPLE,
  randomFrom,
  ROOMS,
} from '../../test/covered-messages.js';
import { perSuite } from '../../test/open-database.js';
import { PostgresMessageExpiry } from '../retention/postgres-retention.js';
import { PostgresHeldMessages, PostgresHolds } from './postgres-holds.js';

const open = perSuite();
const isSoak = process.env['SOAK_SUITES'] === '1';
const RUNS = isSoak ? 1000 : 12;
const STEPS = 12;

const terms = (
  persons: readonly string[],
  rooms: readonly string[],
  more: Partial<HoldTerms> = {},
): HoldTerms => ({ name: 'x', reason: 'y', from: null, until: null, ...more, persons, rooms });

const hold = (of: HoldTerms) =>
  open().transactions.run(async () => {
    const holds = new PostgresHolds(open().db);
    expect(await holds.awaitRemovals()).toBe(true);
    return holds.add(of, 'boss');
  });
const copies = () =>
  open().query<{ owner: string; how: string; removed_by: string; body: string | null }>(
    `select owner, how, removed_by, coalesce(body, text_of_body(stanza)) as body from held_message order by sent_at, id`,
  );

type Pick = <T>(from: readonly T[]) => T;
type Path = (pick: Pick) => Promise<unknown>;

const roomId = `(select id from room where name = $1)`;
/** All that removes messages, or what they say. */
const PATHS: Readonly<Record<string, Path>> = {
  'the oldest expire': (pick) => open().archive.forget(pick([2, 3]), 5),
  'the oldest of rooms expire': (pick) => open().roomHistory.forget(pick([2, 3]), 5),
  'rules let them go': async (pick) => {
    const kind = pick(['chat', 'room'] as const);
    await new PostgresMessageExpiry(open().db, 10).step(kind, '0', pick([1, 3]), 7);
  },
  'one is deleted': async (pick) => {
    const [message] = await open().query<{ id: string; room_id: string }>(
      `select id::text, room_id::text from room_message where room_id = ${roomId} order by id offset $2::integer limit 1`,
      [pick(ROOMS), pick([0, 2, 5])],
    );
    if (message) await open().roomHistory.remove(Number(message.room_id), message.id);
  },
  'some are taken back': (pick) =>
    open().query(
      `select retract_message(room_id, id, $2::jsonb) from (
         select id, room_id from room_message where room_id = ${roomId} and nickname is not null order by id desc limit 3) latest`,
      [pick(ROOMS), pick(['{}', '{"author": true}', '{"by": "mod", "reason": "x"}'])],
    ),
  'originals expire': () => open().roomHistory.forgetOriginals(-1, 3),
  'a person is made nameless': (pick) =>
    open().transactions.run(() => open().roomHistory.anonymise(bare(pick(PEOPLE)) as BareJid)),
  'what a person said is erased': (pick) =>
    open().transactions.run(() => open().roomHistory.removeOf(bare(pick(PEOPLE)) as BareJid)),
  'a room is destroyed': (pick) => open().query('delete from room where name = $1', [pick(ROOMS)]),
  'a service goes with its rooms': () =>
    open().query(
      `with gone as (delete from room where service = 'rooms2') delete from retracted_message where id < 0`,
    ),
  'a user is deleted': (pick) =>
    open().query(`select remove_user($1, '${bare('admin')}', '${ENTRY}')`, [pick(PEOPLE)]),
  'users are deleted at once': () => open().query('delete from account'),
  'a user is renamed and deleted': async (pick) => {
    const name = pick(PEOPLE);
    await open().query(`select rename_user($1, $2, '{}', null, '${ENTRY}')`, [name, `${name}2`]);
    await open().query(`select remove_user($1, '${bare('admin')}', '${ENTRY}')`, [`${name}2`]);
  },
  'an import is abandoned': (pick) =>
    open().query(
      pick([
        'delete from room_message where id > (select min(id) + 9 from room_message)',
        'delete from archived_message where id > (select min(id) + 9 from archived_message)',
      ]),
    ),
  'somebody deletes by hand': (pick) =>
    open().query(`delete from archived_message where contact = $1`, [bare(pick(PEOPLE))]),
  'somebody changes by hand': (pick) =>
    open().query(
      pick([
        `update archived_message set stanza = '<message/>' where id % 3 = 0`,
        `update room_message set body = null, stanza = null where id % 3 = 0`,
        `update room_message set sender = null where id % 4 = 0`,
      ]),
    ),
};
const ENTRY = JSON.stringify({
  ...{ username: 'boss', kind: 'label', timestamp: '2026-01-01T00:00:00Z', summary: 'x' },
  ...{ node: 'n', details: 'object=/x; outcome=200' },
});

it(
  `keeps what it covers exactly once, whatever happens in ${RUNS} random orders`,
  async () => {
    const first = isSoak ? Date.now() % 1_000_000 : 79;
    for (let seed = first; seed < first + RUNS; seed += 1) {
      const random = randomFrom(seed);
      const pick: Pick = (from) => from[Math.floor(random() * from.length)]!;
      await fill(open());
      await open().query(`delete from system_property where key = 'history.retracted.days'`);
      if (random() < 0.3) {
        await open().query(
          `insert into system_property (key, value) values ('history.retracted.days', '0')`,
        );
      }
      // what happened before is nobody's promise
      if (random() < 0.5) await PATHS['some are taken back']!(pick);
      await open().query('delete from room_message where retracts is not null');
      const persons = PEOPLE.filter(() => random() < 0.4).map(bare);
      const rooms = ['tea@conference', 'den@rooms2'].filter(() => random() < 0.4);
      const half = (days: number) => new Date(Date.now() - (days + 0.5) * 86_400_000);
      const bounds = { from: pick([null, half(3), half(2)]), until: pick([null, half(1)]) };
      const of = terms(persons, rooms, bounds);
      const messages = await covered(open(), of);
      await hold(of);
      const done: string[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        const name = pick(Object.keys(PATHS));
        done.push(name);
        await PATHS[name]!(pick);
        const missing = await lost(open(), messages);
        if (missing.length > 0)
          throw new Error(`seed ${seed}: ${JSON.stringify({ done, of, missing })}`);
      }
    }
  },
  isSoak ? 3_600_000 : 60_000,
);

describe('a hold', () => {
  beforeEach(() => fill(open()));

  it('keeps all of a renamed and deleted account with its names, and who has removed it', async () => {
    await hold(terms([bare('ann')], []));
    await PATHS['a user is renamed and deleted']!((from) => from[0]!);
    const kept = await copies();
    expect(kept).toHaveLength(12);
    expect(new Set(kept.map(({ owner, how }) => `${owner} ${how}`))).toEqual(
      new Set([`${bare('ann2')} deleted`]),
    );
  });

  it('waits for what removes messages, and covers what is removed from then on', async () => {
    const { db, transactions, query } = open();
    const holds = new PostgresHolds(db);
    await transactions.run(async () => {
      await db.run({ name: 'test-remove', text: 'delete from archived_message where id < 0' });
      await db.run({
        name: 'test-remove-one',
        text: `delete from room_message where sender like 'cy@%'`,
      });
      const [row] = await query<{ done: boolean }>(`select await_removals('50 ms') as done`);
      expect(row).toEqual({ done: false });
    });
    const id = await transactions.run(async () => {
      expect(await holds.awaitRemovals()).toBe(true);
      return holds.add(terms([bare('bob')], []), 'boss');
    });
    await query(`delete from room_message where sender like 'bob@%'`);
    expect(await holds.find(id)).toMatchObject({ kept: 8, status: 'active' });
  });

  it('lets copies go that no other one covers once it is released, and says how many', async () => {
    const { db, transactions, query } = open();
    const [first, second] = [
      await hold(terms([bare('bob')], [])),
      await hold(terms([], ['tea@conference'])),
    ];
    await query('delete from room_message');
    const kept = new PostgresHeldMessages(db, 5);
    expect(await kept.count()).toBe(16 + 4);
    expect(await kept.hasReleased()).toBe(false);
    await transactions.run(() => new PostgresHolds(db).release(first, 'boss'));
    expect(await kept.hasReleased()).toBe(true);
    const pass = async () => {
      let place: string | null = '0';
      while (place !== null) place = (await kept.sweep(place)).next;
    };
    await pass();
    expect([await kept.count(), await kept.hasReleased()]).toEqual([16, true]);
    // of one who was removing meanwhile
    await query(`insert into held_message (kind, message_id, gone, sent_at, owner, removed_by, how)
      values ('room', 1, true, now(), 'den@rooms2', 'x', 'deleted')`);
    await query(`update hold set released_at = released_at - interval '61 minutes'`);
    await pass();
    expect([await kept.count(), await kept.hasReleased()]).toEqual([16, false]);
    const entries = await query<{ told: string }>(
      `select summary || ' ' || substring(details from 'messages=.*') as told from audit_entry where summary like 'EXPIRE held%' order by log_id`,
    );
    const removed = entries.map(({ told }) =>
      Number(/^EXPIRE held messages messages=(\d+)$/.exec(told)![1]),
    );
    expect(removed.reduce((sum, one) => sum + one, 0)).toBe(4 + 1);
    expect(await new PostgresHolds(db).find(second)).toMatchObject({ kept: 16 });
  });

  it.each([
    [
      'room',
      ['tea@conference', 'cup@conference'],
      `update room set name = 'cup' where name = 'tea'`,
      `select retract_message(room_id, id, '{}') from room_message where room_id = ${roomId.replace('$1', `'tea'`)}`,
      'delete from room',
    ],
    [
      'person',
      [bare('ann'), bare('ann2')],
      `select rename_user('ann', 'ann2', '{}', null, '${ENTRY}')`,
      `update archived_message set stanza = '<message/>'`,
      'delete from archived_message',
    ],
  ])(
    'keeps copies of a %s that another hold, by a name that it got afterwards, covers too',
    async (kind, names, rename, change, removal) => {
      const { db, transactions, query } = open();
      const of = (name: string) =>
        terms(...((kind === 'room' ? [[], [name]] : [[name], []]) as [string[], string[]]));
      const first = await hold(of(names[0]!));
      await query(change);
      await query(rename);
      const second = await hold(of(names[1]!));
      await query(removal);
      const before = await new PostgresHolds(db).find(second);
      await transactions.run(() => new PostgresHolds(db).release(first, 'boss'));
      const kept = new PostgresHeldMessages(db, 100);
      let place: string | null = '0';
      while (place !== null) place = (await kept.sweep(place)).next;
      expect(before!.kept).toBeGreaterThan(10);
      expect(await new PostgresHolds(db).find(second)).toMatchObject({ kept: before!.kept });
    },
  );

  it('makes no statement write anything while there is none', async () => {
    await open().query('delete from account');
    await open().query('delete from room');
    expect(await copies()).toEqual([]);
  });

  it.each([
    ['chat', 'archived_message', `stanza is not null`, 36],
    ['room', 'room_message', `retracted_at is null`, 32],
  ])('calls nothing for each of many messages that go (%s)', async (_, table, of, kept) => {
    await hold(terms(PEOPLE.map(bare), ['tea@conference', 'den@rooms2']));
    const [shown] = await open().query<{ 'QUERY PLAN': { Triggers: { Calls: number }[] }[] }>(
      `explain (analyze, format json) delete from ${table} where ${of}`,
    );
    const calls = shown!['QUERY PLAN'][0]!.Triggers.map(({ Calls }) => Calls);
    expect(calls).toEqual([1]);
    expect(await copies()).toHaveLength(kept);
  });
});
