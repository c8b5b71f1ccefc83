import { movedMessage } from '../mapping/messages.js';
import type { MovedMessage } from '../mapping/messages.js';
import { movedOffline } from '../mapping/offline.js';
import type { MovedOffline } from '../mapping/offline.js';
import type { MappingContext } from '../mapping/context.js';
import type { Source } from '../source.js';
import { ENGINE_DOMAIN } from '../target/target.js';
import { isKept } from '../target/kept.js';
import type { Target } from '../target/target.js';
import { SampledEdges } from './sampled-edges.js';
import { digestOf, Samples, SAMPLES } from './sampling.js';
import type { Difference, LinesVerified } from './difference.js';

const EDGE = 20;

/** Counts of all rooms, and the first and last lines of some as the chat server reads them. */
export async function verifyMessages(
  source: Source,
  target: Target,
  context: MappingContext,
  {
    messagesSince,
    samples = SAMPLES,
  }: { readonly messagesSince: Date | null; readonly samples?: number },
): Promise<LinesVerified> {
  const rooms = new Map<string, number>();
  const sampled = new SampledEdges<MovedMessage>(EDGE, shownLine, samples);
  const options = messagesSince === null ? {} : { since: messagesSince };
  for await (const row of source.rows('messages', options)) {
    const { value } = movedMessage(row, context);
    if (value === null) continue;
    const name = JSON.stringify([value.service, value.room]);
    rooms.set(name, (rooms.get(name) ?? 0) + 1);
    sampled.remember(name, value);
  }
  const counted = await target.query<{ service: string; name: string; lines: number }>(
    `select service, name, (select count(*)::integer from room_message where room_id = room.id) as lines
     from room where exists (
       select from moving.item where kind = 'rooms' and target = array[room.service, room.name])`,
  );
  const differences: Difference[] = [];
  const add = (name: string, field: string) => differences.push({ kind: 'messages', name, field });
  const here = new Map(counted.map((one) => [JSON.stringify([one.service, one.name]), one.lines]));
  for (const [name, lines] of rooms) {
    const found = here.get(name);
    if (found !== undefined && found !== lines) add(shown(name), `${lines} lines, here ${found}`);
  }
  for (const [name, lines] of here) {
    if (lines > 0 && !rooms.has(name)) add(shown(name), `no lines, here ${lines}`);
  }
  let looked = 0;
  for (const name of sampled.names) {
    if (!here.has(name)) continue;
    looked += 1;
    const [service, room] = JSON.parse(name) as [string, string];
    for (const edge of ['first', 'last'] as const) {
      const [row] = await target.query<{ page: { items: Item[] } | null }>(
        'select engine.messages($1, $2, $3) as page',
        [service, room, { limit: EDGE, reverse: edge === 'last' }],
      );
      if (!sampled.isEdge(name, edge, (row?.page?.items ?? []).map(shownLine))) {
        add(shown(name), `its ${edge} lines`);
      }
    }
  }
  return { differences, samples: looked };
}

interface Item {
  readonly nickname?: string | null;
  readonly sender?: string | null;
  readonly stanza: string;
}

const shownLine = ({ nickname = null, sender = null, stanza }: Item): unknown => [
  ...[nickname, sender, stanza],
];

const shown = (name: string): string => {
  const [service, room] = JSON.parse(name) as [string, string];
  return `${room}@${service}`;
};

/** What is kept of a message that waits, however long it is. */
interface Mark extends Pick<MovedOffline, 'user' | 'key'> {
  readonly digest: string;
}

/** Messages that wait, all of them by their number, some by their text. */
export async function verifyOffline(
  source: Source,
  target: Target,
  context: MappingContext,
  { samples = SAMPLES }: { readonly samples?: number },
): Promise<LinesVerified> {
  const users = new Map<string, number>();
  const differences: Difference[] = [];
  const chosen = new Samples<Mark>(samples);
  for await (const row of source.rows('offline')) {
    const { value } = movedOffline(row, context);
    if (value === null) continue;
    const { user, key, stanza } = value;
    users.set(user, (users.get(user) ?? 0) + 1);
    chosen.remember([user, key], () => ({ user, key, digest: digestOf(stanza) }));
  }
  const kept = await target.query<{ name: string }>(
    `select username as name from account
     where username = any ($1) and not ${isKept('accounts', 'username')}`,
    [[...users.keys()]],
  );
  const here = new Set(kept.map(({ name }) => name));
  const looked = chosen.values.filter(({ user }) => here.has(user));
  for (const mark of looked) {
    const field = await fieldThatDiffers(mark, target);
    if (field !== null) differences.push({ kind: 'offline', name: mark.user, field });
  }
  for (const name of here) {
    const rows = await target.onEngine((query) =>
      query(
        `select count(*)::integer as messages from prosody.prosodyarchive
         where host = ${ENGINE_DOMAIN} and store = 'offline' and "user" = $1`,
        [name],
      ),
    );
    const { messages } = rows[0] as { messages: number };
    if (messages < users.get(name)!) {
      differences.push({
        kind: 'offline',
        name,
        field: `${users.get(name)} wait, here ${messages}`,
      });
    }
  }
  return { differences, samples: looked.length };
}

async function fieldThatDiffers(
  { user, key, digest }: Mark,
  target: Target,
): Promise<string | null> {
  const rows = (await target.onEngine((query) =>
    query(
      `select value as stanza from prosody.prosodyarchive
       where host = ${ENGINE_DOMAIN} and "user" = $1 and store = 'offline' and key = $2`,
      [user, key],
    ),
  )) as { stanza: string }[];
  if (rows.length === 0) return 'is missing';
  return digestOf(rows[0]!.stanza) === digest ? null : 'stanza';
}
