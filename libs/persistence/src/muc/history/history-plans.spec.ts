import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { HistoryFilter } from '@chat-admin/domain/muc/history/room-history';
import { perSuite } from '../../../test/open-database.js';
import { piece, rooms } from './messages-of-sender.js';
import { historyQuery } from './postgres-room-history.js';

const MESSAGES = 200_000;
const open = perSuite();

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

beforeAll(async () => {
  await open().query(`
    set session_replication_role = replica;
    insert into chat_service (name, hidden) values ('conference', false) on conflict do nothing;
    insert into room (service, name, natural_name)
    select 'conference', 'room' || n, 'Room' from generate_series(1, 21) n;
    insert into room_message (room_id, sent_at, nickname, sender, body)
    select n % 20 + 1, timestamptz '2025-01-01' + n * interval '1 second', 'Nick',
      'user' || n % 500 || '@example.org/desk', md5(n::text) || ' ' || md5('x' || n)
    from generate_series(1, ${MESSAGES}) n;
    insert into room_message (room_id, sender, body) values (21, 'late@example.org/desk', 'late');
    reset session_replication_role`);
  await open().query('vacuum analyze room_message');
});

const nodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

async function planOf(text: string, values: readonly unknown[]): Promise<readonly Plan[]> {
  const [row] = await open().query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) ${text}`,
    [...values],
  );
  return nodes(row!['QUERY PLAN'][0].Plan);
}

it('whether a room has messages is known without those of others', async () => {
  const [row] = await open().query<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
    `explain (analyze, buffers, format json) select has_messages(21)`,
  );
  expect(row!['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(1000);
});

const sender = 'user7@example.org' as BareJid;

it.each<[HistoryFilter, string | null]>([
  [{ search: 'c4ca4238a0', sender: null }, 'room_message_body_trigram_idx'],
  [{ search: null, sender }, 'room_message_sender_idx'],
  [{ search: 'c4ca4238a0', sender }, null],
  [{ search: null, sender: null }, null],
])('no part of a history reads all messages: %j', async (filter, index) => {
  const at = new Date('2025-01-02');
  for (const bounds of [
    { before: null, after: null },
    { before: { at, id: '5000' }, after: null },
    { before: null, after: { at, id: null } },
  ]) {
    const [text, values] = historyQuery(2, { ...bounds, limit: 100 }, filter);
    const used = await planOf(text, values);
    expect(used.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    if (index !== null) expect(used.map((node) => node['Index Name'])).toContain(index);
  }
});

it.each([
  [rooms.text, [sender]],
  [piece.text, [8, sender, '-infinity', '0']],
])('what somebody has said is found without reading all messages', async (text, values) => {
  const used = (await planOf(text, values)).map((node) => node['Index Name']);
  expect(used).toContain('room_message_sender_idx');
});

it('what somebody has said is anonymised in pieces, all of it, and nothing else', async () => {
  const { roomHistory, transactions, query } = open();
  const stanza = `<message from='room7@conference.example.org/Nick'><body>Hi</body></message>`;
  await query(`update room_message set stanza = $1 where id <= 2000`, [stanza]);
  expect(await transactions.run(() => roomHistory.anonymise(sender))).toBe(MESSAGES / 500);
  expect(
    await query(`
      select count(*)::integer as count, count(distinct nickname)::integer as nicknames,
        count(stanza)::integer as stanzas, bool_or(stanza like '%/Nick%') as named
      from room_message where sender is null`),
  ).toEqual([{ count: MESSAGES / 500, nicknames: 1, stanzas: 4, named: false }]);
  expect(await query(`select count(*)::integer as count from room_message`)).toEqual([
    { count: MESSAGES + 1 },
  ]);
});
