import type { MessageKind } from '@chat-admin/domain/retention/retention-rule';
import { perSuite } from '../../test/open-database.js';
import { PostgresMessageExpiry } from './postgres-retention.js';

const open = perSuite();
/** of messages, in days */
const AGES = [5, 15, 25, 35];
const FOREVER = 0;

beforeAll(async () => {
  await open().query(
    `insert into account (username, name) select name, '' from unnest('{ann,bob,cy,dee}'::text[]) name`,
  );
  await open().query(
    `insert into user_group (name, shared) values ('short', false), ('long', false)`,
  );
  await open().query(
    `insert into room (service, name) values ('conference', 'tea'), ('conference', 'den')`,
  );
});
beforeEach(async () => {
  for (const table of ['retention_rule', 'group_member', 'archived_message', 'room_message']) {
    await open().query(`delete from ${table}`);
  }
  const ages = `unnest('{${AGES.join()}}'::integer[]) age`;
  await open().query(`
    insert into archived_message (archive_id, sent_at, contact, received, stanza)
    select archive_of_account(username), now() - age * interval '1 day', 'x@example.org', true, '<message/>'
    from account, ${ages}`);
  await open().query(`
    insert into room_message (room_id, sent_at) select id, now() - age * interval '1 day' from room, ${ages}`);
});

/** As the API does it, in steps of two archives or rooms, and of `limit` messages. @returns how many went */
async function expire(kind: MessageKind, days: number, limit = 3): Promise<number> {
  const expiry = new PostgresMessageExpiry(open().db, 2);
  let total = 0;
  for (let place: string | null = '0'; place !== null;) {
    const { removed, next } = await expiry.step(kind, place, days, limit);
    total += removed;
    place = next;
  }
  return total;
}

async function left(): Promise<Readonly<Record<string, string>>> {
  const rows = await open().query<{ name: string; ages: string }>(`
    select name, string_agg(extract(day from now() - sent_at)::text, ' ' order by sent_at desc) as ages from (
      select username as name, sent_at from archived_message join message_archive archive on archive.id = archive_id
      union all select name, sent_at from room_message join room on room.id = room_id) kept
    group by name`);
  return Object.fromEntries(rows.map(({ name, ages }) => [name, ages]));
}

interface Rule {
  readonly user?: string;
  readonly group?: string;
  readonly room?: string;
  readonly days: number | null;
  readonly former?: number | null;
  /** when it acts, from now */
  readonly acts?: string;
}

async function rule({ user, group, room, days, former = null, acts = '-1 hour' }: Rule) {
  await open().query(
    `insert into retention_rule (kind, username, group_name, room_id, days, former_days, acts_at, created_by)
     values ($1, $2, $3, (select id from room where name = $4), $5, $6, now() + $7::interval, 'a')`,
    [room === undefined ? 'chat' : 'room', user, group, room, days, former, acts],
  );
}

async function member(group: string, ...users: readonly string[]) {
  await open().query(
    `insert into group_member (group_name, jid, is_admin)
     select $1, name || '@' || service_domain(), false from unnest($2::text[]) name`,
    [group, users],
  );
}

it('a rule of a room beats the default, and 0 keeps', async () => {
  await rule({ room: 'tea', days: FOREVER });
  expect(await expire('room', 10)).toBe(3);
  expect(await left()).toMatchObject({ tea: '5 15 25 35', den: '5' });
  await open().query('update retention_rule set days = 20');
  expect(await expire('room', FOREVER)).toBe(2);
  expect(await left()).toMatchObject({ tea: '5 15', den: '5' });
});

it('in archives a rule of the user counts, else the longest of their groups, else the default', async () => {
  await member('short', 'ann', 'bob', 'cy');
  await member('long', 'bob');
  await rule({ group: 'short', days: 10 });
  await rule({ group: 'long', days: 30 });
  await rule({ user: 'cy', days: 20 });
  expect(await expire('chat', FOREVER)).toBe(3 + 1 + 2);
  expect(await left()).toMatchObject({ ann: '5', bob: '5 15 25', cy: '5 15', dee: '5 15 25 35' });
  await open().query(`update retention_rule set days = 0 where group_name = 'long'`);
  expect(await expire('chat', 1)).toBe(4);
  expect(await left()).toEqual(
    expect.objectContaining({ ann: '5', bob: '5 15 25', cy: '5 15' }) as object,
  );
});

it.each<[string, Omit<Rule, 'user'>, string]>([
  ['a shorter rule does not act yet', { days: 10, former: 30, acts: '1 hour' }, '5 15 25'],
  ['it acts when its time has come', { days: 10, former: 30 }, '5'],
  ['a new rule does not act yet', { days: 10, acts: '1 hour' }, '5 15'],
  ['a longer one acts at once', { days: 30, former: 10, acts: '1 hour' }, '5 15 25'],
  ['one that was deleted keeps messages', { days: null, former: 30, acts: '1 hour' }, '5 15 25'],
  ['until its time is over', { days: null, former: 30 }, '5 15'],
  [
    'one that was deleted and was shorter does nothing',
    { days: null, former: 10, acts: '1 hour' },
    '5 15',
  ],
])('%s', async (_, change, expected) => {
  await rule({ user: 'ann', ...change });
  await expire('chat', 20);
  expect(await left()).toMatchObject({ ann: expected });
});

it('one instance at a time deletes', async () => {
  await rule({ user: 'ann', days: 10 });
  const { db, transactions } = open();
  const expiry = new PostgresMessageExpiry(db);
  await transactions.run(async () => {
    await db.run({
      name: 'hold-archived',
      text: `select pg_advisory_xact_lock(486217, hashtext('archived_message'))`,
    });
    const busy = { removed: 0, next: '1', isBusy: true };
    expect(await expiry.step('chat', '1', 10, 10)).toEqual(busy);
  });
  expect((await expiry.step('chat', '0', 10, 100)).removed).toBe(12);
});

it('a deleted rule is forgotten once it keeps nothing', async () => {
  const expiry = new PostgresMessageExpiry(open().db);
  await rule({ user: 'ann', days: null, former: 30 });
  await rule({ user: 'bob', days: null, former: 30, acts: '1 hour' });
  expect(await expiry.hasRules('chat')).toBe(true);
  expect(await expiry.forget(10)).toBe(1);
  await open().query('delete from retention_rule');
  expect(await expiry.hasRules('chat')).toBe(false);
});
