import pg from 'pg';
import { CONFERENCE, roomNamed } from '@chat-admin/port-suites/rooms';
import { perSuite } from '../../test/open-database.js';
import { aRoom } from '../../test/rooms.js';

const suite = perSuite();
const den = { service: CONFERENCE, name: roomNamed('den') };
const forget = (limit = 10) => suite().roomHistory.forget(1, limit);

let other: pg.Client;
beforeAll(async () => {
  other = new pg.Client({ connectionString: suite().url });
  other.on('error', () => undefined); // the database goes first
  await other.connect();
  await aRoom(suite().query, den.name);
});
afterAll(() => other.end());

beforeEach(async () => {
  await suite().query('delete from room_message');
  for (const day of [1, 2, 3]) {
    const sentAt = new Date(Date.UTC(2025, 0, day));
    await suite().say(den, {
      nickname: 'Ann',
      sender: null,
      senderShown: false,
      body: String(day),
      sentAt,
    });
  }
  await other.query('begin');
});
afterEach(() => other.query('rollback'));

const left = async () =>
  (await suite().query<{ body: string }>('select body from room_message order by body')).map(
    ({ body }) => Number(body),
  );

it('are left alone while another instance deletes some', async () => {
  await other.query(`select pg_advisory_xact_lock(486217, hashtext('room_message'))`);
  expect(await forget()).toBe(0);
  expect(await left()).toEqual([1, 2, 3]);
  await other.query('rollback');
  expect(await forget()).toBe(3);
});

it('are left alone where rules decide', async () => {
  await suite().query(`
    insert into retention_rule (kind, room_id, days, acts_at, created_by)
    select 'room', id, 0, now(), 'a' from room`);
  expect(await forget()).toBe(0);
  await suite().query('delete from retention_rule');
  expect(await left()).toEqual([1, 2, 3]);
});

it('are not waited for where somebody has locked them', async () => {
  await other.query(`select from room_message where body = '2' for update`);
  expect(await forget()).toBe(2);
  expect(await left()).toEqual([2]);
});

it('are found by an index, however many there are', async () => {
  await other.query('set local enable_seqscan = off');
  const { rows } = await other.query<{ 'QUERY PLAN': string }>(
    `explain select id from room_message where sent_at < now() order by sent_at, id limit 10`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('room_message_sent_at_idx');
});
