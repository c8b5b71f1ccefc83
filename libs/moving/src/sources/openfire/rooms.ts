import {
  type AffiliationColumns,
  type Digits,
  ROOM_NUMBERS,
  ROOM_TEXTS,
  type RoomMemberColumns,
  type RoomRow,
} from '../../rows.js';
import type { RoomHead } from '../../source.js';
import { type Batches, type Cells, integer, unpadded } from '../cells.js';
import { coGrouped } from '../co-grouped.js';
import { sorted } from '../sorted.js';
import { mapped, orphans, type Reading, sortedTable } from './reading.js';
import { subdomains } from './services.js';
import type { Column } from './tables.js';

const HEAD = ['roomID', 'serviceID', 'name'] as const;
const COLUMNS: readonly Column[] = [
  ...HEAD,
  ...ROOM_NUMBERS,
  ...ROOM_TEXTS.map((column): Column =>
    column === 'roomPassword' ? ['roomPassword', 'password'] : column,
  ),
];
const NUMBERS_FROM = HEAD.length;
const TEXTS_FROM = NUMBERS_FROM + ROOM_NUMBERS.length;
const AFTER = TEXTS_FROM + ROOM_TEXTS.length;
const MEMBER = ['nickname', 'firstName', 'lastName', 'url', 'email', 'faqentry'];
/** Added to each row: its services, affiliations and members as JSON, and the first service to sort by. */
const [AFFILIATIONS, MEMBERS, SERVICES, FIRST] = [AFTER, AFTER + 1, AFTER + 2, AFTER + 3];

export function rooms(reading: Reading): Batches<RoomRow> {
  return mapped(sorted(withPeople(reading), [FIRST, 2, 0], reading.scratch), (row): RoomRow => ({
    roomID: row[0]!,
    serviceID: row[1]!,
    name: row[2] ?? '',
    ...(numbers(row) as Pick<RoomRow, (typeof ROOM_NUMBERS)[number]>),
    ...(texts(row) as Pick<RoomRow, (typeof ROOM_TEXTS)[number]>),
    services: JSON.parse(row[SERVICES]!),
    affiliations: JSON.parse(row[AFFILIATIONS]!),
    members: JSON.parse(row[MEMBERS]!),
  }));
}

function numbers(row: Cells) {
  return Object.fromEntries(
    ROOM_NUMBERS.map((name, index) => [name, integer(row[NUMBERS_FROM + index])]),
  );
}

function texts(row: Cells) {
  return Object.fromEntries(
    ROOM_TEXTS.map((name, index) => {
      const text = row[TEXTS_FROM + index]!;
      return [name, name.endsWith('Date') ? unpadded(text) : text];
    }),
  );
}

async function* withPeople(reading: Reading): Batches {
  const servicesOf = await subdomains(reading);
  const joined = coGrouped(
    [
      sortedTable(reading, 'ofMucRoom', COLUMNS, 1),
      sortedTable(reading, 'ofMucAffiliation', ['roomID', 'jid', 'affiliation'], 3),
      sortedTable(reading, 'ofMucMember', ['roomID', 'jid', ...MEMBER], 2),
    ],
    1,
  );
  for await (const batch of joined) {
    yield batch.flatMap(({ key, rows: [found, affiliations, members] }): Cells[] => {
      if (found!.length === 0) {
        const name = `roomID ${key[0]}`;
        orphans(reading.report, 'rooms', name, 'ofMucAffiliation', affiliations!.length);
        orphans(reading.report, 'rooms', name, 'ofMucMember', members!.length);
        return [];
      }
      const people = [
        JSON.stringify(affiliations!.map(affiliation)),
        JSON.stringify(members!.map(member)),
      ];
      return found!.map((row) => {
        const services = servicesOf(row[1]!);
        return [...row, ...people, JSON.stringify(services), services[0] ?? ''];
      });
    });
  }
}

const affiliation = (row: Cells): AffiliationColumns => ({
  jid: row[1] ?? '',
  affiliation: integer(row[2]),
});

const member = (row: Cells): RoomMemberColumns => ({
  jid: row[1] ?? '',
  nickname: row[2]!,
  firstName: row[3]!,
  lastName: row[4]!,
  url: row[5]!,
  email: row[6]!,
  faqentry: row[7]!,
});

/** Without people, and in no order. */
export async function* roomHeads(reading: Reading): Batches<RoomHead> {
  const servicesOf = await subdomains(reading);
  const columns = ['serviceID', 'name', 'modificationDate', 'canDiscoverJID'];
  const rows = reading.schema.read('ofMucRoom', columns);
  yield* mapped(rows, ([serviceID, name, modificationDate, canDiscoverJID]) => ({
    services: servicesOf(serviceID!),
    name: name ?? '',
    modificationDate: unpadded(modificationDate!),
    canDiscoverJID: integer(canDiscoverJID),
  }));
}

/** Names of rooms by number: held, as there are few beside their lines. */
export async function roomNames(
  reading: Reading,
): Promise<Map<Digits, { readonly services: readonly string[]; readonly room: string }>> {
  const servicesOf = await subdomains(reading);
  const shared = new Map<string, readonly string[]>();
  const names = new Map<Digits, { services: readonly string[]; room: string }>();
  for await (const batch of reading.schema.read('ofMucRoom', HEAD)) {
    for (const [roomID, serviceID, name] of batch) {
      const key = serviceID ?? '';
      if (!shared.has(key)) shared.set(key, servicesOf(serviceID!));
      if (roomID !== null) names.set(roomID!, { services: shared.get(key)!, room: name ?? '' });
    }
  }
  return names;
}
