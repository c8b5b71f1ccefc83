import type { RoomSelection } from '@chat-admin/domain/muc/rooms/room-list';
import { ROOM_SORTS } from '@chat-admin/domain/muc/rooms/room-list';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import { perSuite } from '../../../test/open-database.js';
import {
  alonePaired,
  bothWays,
  endOf,
  inSlices,
  PAGE_SIZE,
  readPage,
} from '../../../test/page-plans.js';
import { roomSource, selectedRooms } from './room-list-source.js';

/** Each filter below leaves less than a tenth of them. */
const ROOMS = Number(process.env['LISTED_ROOMS'] ?? 50_000);
const open = perSuite();

beforeAll(async () => {
  await inSlices(ROOMS, (from, to) =>
    open().query(`
    set session_replication_role = replica;
    insert into room (service, name, natural_name, description, creation_date, modification_date,
      public_room, persistent, members_only, moderated, password)
    select 'conference', 'room' || n, 'Room ' || md5(n::text), 'About ' || md5('d' || n),
           timestamptz '2020-01-01Z' + n * interval '1 minute', timestamptz '2021-01-01Z' + n % 10000 * interval '1 minute',
           n % 30 > 0, n % 50 > 0, n % 40 = 0, n % 60 = 0, case when n % 70 = 0 then 'open' end
    from generate_series(${from}, ${to}) n;
    reset session_replication_role`),
  );
  await open().query(`
    set session_replication_role = replica;
    insert into room_affiliation (room_id, jid, affiliation)
    select id, 'user' || id % 1000 || '@example.org', 'owner' from room;
    insert into user_group (name, shared) values ('Crew', false);
    insert into group_member (group_name, jid, is_admin) values ('Crew', 'user7@example.org', false);
    insert into room_group_affiliation (room_id, group_name, affiliation)
    select id, 'Crew', 'member' from room where id % 100 = 0;
    reset session_replication_role`);
  for (const table of ['room', 'room_affiliation', 'room_group_affiliation', 'group_member']) {
    await open().query(`vacuum analyze ${table}`);
  }
});

const ALL: RoomSelection = {
  ...{ rooms: 'public', search: null, expandGroups: false, isPaged: true, text: null },
  ...{ persistent: null, membersOnly: null, moderated: null, passwordProtected: null },
  ...{ affiliated: null, banned: null },
  among: null,
};
const FILTERS: Readonly<Record<string, Partial<RoomSelection>>> = {
  text: { text: 'b1946' },
  'short text': { text: '-_-' },
  search: { search: 'm777' },
  'short search': { search: '77' },
  persistent: { persistent: false },
  membersOnly: { membersOnly: true },
  moderated: { moderated: true },
  passwordProtected: { passwordProtected: true },
  'a person': { affiliated: { kind: 'person', jid: 'user7@example.org' as BareJid } },
  'a banned person': { banned: { kind: 'person', jid: 'user7@example.org' as BareJid } },
  'a group': { affiliated: { kind: 'group', name: 'Crew' } },
  'who is there': { among: ['room7', 'room8'] },
};
const source = roomSource(false, { lastMessage: true });
const selected = (wanted: Partial<RoomSelection>) =>
  selectedRooms('conference' as ServiceName, { ...ALL, ...wanted }, true);
const scannedRooms = ({ scanned }: { readonly scanned: readonly string[] }) =>
  scanned.includes('room');

it.each(bothWays(...ROOM_SORTS))('late pages cost at most twice the first: %j', async (order) => {
  const { sort, descending } = order;
  const { expression, kind } = source.sorts[sort]!;
  const value =
    kind === 'time' ? `(extract(epoch from ${expression}) * 1000000)::bigint::text` : expression;
  const [far] = await open().query<{ value: string; key: string }>(`
    select ${value} as value, name as key from room where public_room
    order by ${expression} ${descending ? 'desc' : 'asc'}, name offset ${Math.floor(ROOMS * 0.95)} limit 1`);
  const first = await readPage(open().query, source, selected({}), order, null);
  const last = await readPage(open().query, source, selected({}), order, far!);
  expect(last.rows).toHaveLength(PAGE_SIZE + 1);
  expect(scannedRooms(last)).toBe(false);
  expect(last.pages).toBeLessThanOrEqual(2 * first.pages);
});

it.each(alonePaired(Object.keys(FILTERS)))('no page reads all rooms: %s %s', async (...names) => {
  const wanted = Object.assign({}, ...names.map((name) => FILTERS[name] ?? {})) as object;
  for (const order of bothWays(...ROOM_SORTS)) {
    const first = await readPage(open().query, source, selected(wanted), order, null);
    expect([names, order, scannedRooms(first)]).toEqual([names, order, false]);
    if (first.rows.length <= PAGE_SIZE) continue;
    const next = await readPage(open().query, source, selected(wanted), order, endOf(first));
    expect([names, order, scannedRooms(next)]).toEqual([names, order, false]);
  }
});
