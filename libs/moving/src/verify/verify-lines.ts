import { movedMessage } from '../mapping/messages.js';
import type { MovedMessage } from '../mapping/messages.js';
import { movedOffline } from '../mapping/offline.js';
import type { MovedOffline } from '../mapping/offline.js';
import { ENGINE_DOMAIN } from '../target/target.js';
import { isKept, takesOwner } from '../target/kept.js';
import type { Target } from '../target/target.js';
import { SampledEdges } from './sampled-edges.js';
import { LineSums, millisecondsIn, sumIn } from './line-sums.js';
import { digestOf, Samples, secondsOf } from './sampling.js';
import type { Difference, LinesVerifier } from './difference.js';

const EDGE = 20;

const LINE_SUM = sumIn([
  ...['sender', 'sender_shown::text', 'nickname', 'subject', 'body', 'stanza'],
  millisecondsIn('sent_at'),
]);

/** Rooms that are imported with all of their lines, by a thousand; of others that are here the lines which they have got. */
const COUNTED = `
  select id, service, name, lines, sum, above = 0 or not exists (
      select from room_message where room_id = room.id and room_message.id <= above) as "isWhole"
  from (
    select room.id, service, name, case when is_imported then 0 else line_above end as above
    from room, moving.run, lateral (
      select exists (
        select from moving.item where kind = 'rooms' and target = array[service, name]) as is_imported) known
    where room.id > $1
      and (is_imported or line_above is not null and not ${isKept('rooms', 'service, name')})
    order by room.id limit 1000) room,
    lateral (
      select count(*)::integer as lines, ${LINE_SUM} as sum
      from room_message where room_id = room.id and room_message.id > above offset 0) counted
  order by id`;

interface CountedRoom {
  readonly id: string;
  readonly service: string;
  readonly name: string;
  readonly lines: number;
  readonly sum: string;
  /** it has no other lines */
  readonly isWhole: boolean;
}

/** The lines of all rooms, and the first and last ones of some as the chat server reads them. */
export const verifyMessages: LinesVerifier<'messages'> = async (
  rows,
  target,
  context,
  { samples, checkpoint },
) => {
  const sums = new LineSums();
  const sampled = new SampledEdges<MovedMessage>(EDGE, lineThere, samples);
  let reported = 0;
  for await (const row of rows) {
    const { value } = movedMessage(row, context);
    if (value === null) {
      reported += 1;
      continue;
    }
    const name = JSON.stringify([value.service, value.room]);
    sums.add(name, cellsOf(value));
    sampled.remember(name, value);
  }
  const source = sums.lines + reported;
  const chosen = new Set(sampled.names);
  const differences: Difference[] = [];
  const add = (name: string, field: string) =>
    differences.push({ kind: 'messages', name: shown(name), field });
  let looked = 0;
  reported += sums.lines;
  for await (const room of countedRooms(target)) {
    checkpoint?.();
    const name = JSON.stringify([room.service, room.name]);
    const { lines, sum } = sums.of(name);
    reported -= lines;
    if (room.lines !== lines) add(name, `${lines || 'no'} lines, here ${room.lines}`);
    else if (room.sum !== sum) add(name, 'its lines');
    if (!room.isWhole || !chosen.has(name)) continue;
    looked += 1;
    for (const edge of ['first', 'last'] as const) {
      const [row] = await target.query<{ page: { items: Item[] } | null }>(
        'select engine.messages($1, $2, $3) as page',
        [room.service, room.name, { limit: EDGE, reverse: edge === 'last' }],
      );
      if (!sampled.isEdge(name, edge, (row?.page?.items ?? []).map(lineHere))) {
        add(name, `its ${edge} lines`);
      }
    }
  }
  const [row] = await target.query<{ here: number }>(
    'select count(*)::integer as here from room_message where id > (select line_above from moving.run)',
  );
  return { differences, source, here: row!.here, reported, samples: looked };
};

async function* countedRooms(target: Target): AsyncIterable<CountedRoom> {
  for (let last = '0'; ;) {
    const rooms = await target.query<CountedRoom>(COUNTED, [last]);
    if (rooms.length === 0) return;
    yield* rooms;
    last = rooms.at(-1)!.id;
  }
}

const cellsOf = (line: MovedMessage): readonly (string | null)[] => [
  ...[line.sender, String(line.senderShown), line.nickname, line.subject, line.body, line.stanza],
  String(line.sentAt.getTime()),
];

interface Item {
  readonly sent_at: number;
  readonly nickname?: string | null;
  readonly sender?: string | null;
  readonly stanza: string;
}

const lineThere = ({ sentAt, nickname, sender, stanza }: MovedMessage): unknown => [
  ...[sentAt.getTime(), nickname, sender, stanza],
];

const lineHere = ({ sent_at: seconds, nickname = null, sender = null, stanza }: Item): unknown => [
  ...[Math.round(seconds * 1000), nickname, sender, stanza],
];

const shown = (name: string): string => {
  const [service, room] = JSON.parse(name) as [string, string];
  return `${room}@${service}`;
};

/** What is kept of a message that waits, however long it is. */
interface Mark extends Pick<MovedOffline, 'user' | 'key' | 'sentAt'> {
  readonly digest: string;
}

const OWN = `host = ${ENGINE_DOMAIN} and store = 'offline' and key like 'of-%'`;

/** Messages that wait, all of them by their number, some by time and text. */
export const verifyOffline: LinesVerifier<'offline'> = async (
  rows,
  target,
  context,
  { samples },
) => {
  const users = new Map<string, number>();
  const differences: Difference[] = [];
  const add = (name: string, field: string) => differences.push({ kind: 'offline', name, field });
  const chosen = new Samples<Mark>(samples);
  let source = 0;
  for await (const row of rows) {
    source += 1;
    const { value } = movedOffline(row, context);
    if (value === null) continue;
    const { user, key, sentAt, stanza } = value;
    users.set(user, (users.get(user) ?? 0) + 1);
    chosen.remember([user, key], () => ({ user, key, sentAt, digest: digestOf(stanza) }));
  }
  const takers = await target.query<{ name: string }>(
    `select taker as name from unnest($1::text[]) taker where ${takesOwner('taker')}`,
    [[...users.keys()]],
  );
  const here = new Set(takers.map(({ name }) => name));
  const looked = chosen.values.filter(({ user }) => here.has(user));
  for (const mark of looked) {
    const field = await fieldThatDiffers(mark, target);
    if (field !== null) add(mark.user, field);
  }
  const counted = (await target.onEngine((query) =>
    query(
      `select "user" as name, count(*)::integer as messages
       from prosody.prosodyarchive where ${OWN} group by "user"`,
      [],
    ),
  )) as { name: string; messages: number }[];
  const found = new Map(counted.map(({ name, messages }) => [name, messages]));
  let waiting = 0;
  for (const name of here) {
    const messages = users.get(name)!;
    waiting += messages;
    const now = found.get(name) ?? 0;
    if (now !== messages) add(name, `${messages} wait, here ${now}`);
  }
  return {
    differences,
    ...{ source, here: counted.reduce((sum, { messages }) => sum + messages, 0) },
    ...{ reported: source - waiting, samples: looked.length },
  };
};

async function fieldThatDiffers(
  { user, key, sentAt, digest }: Mark,
  target: Target,
): Promise<string | null> {
  const [row] = (await target.onEngine((query) =>
    query(
      `select value as stanza, "when" as at from prosody.prosodyarchive
       where ${OWN} and "user" = $1 and key = $2`,
      [user, key],
    ),
  )) as { stanza: string; at: number }[];
  if (row === undefined) return 'is missing';
  if (row.at !== secondsOf(sentAt)) return 'sentAt';
  return digestOf(row.stanza) === digest ? null : 'stanza';
}
