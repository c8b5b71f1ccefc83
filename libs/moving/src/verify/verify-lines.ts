import { movedMessage } from '../mapping/messages.js';
import type { MovedMessage } from '../mapping/messages.js';
import { movedOffline } from '../mapping/offline.js';
import type { MovedOffline } from '../mapping/offline.js';
import type { MappingContext } from '../mapping/context.js';
import type { Source } from '../source.js';
import { ENGINE_DOMAIN } from '../run/target.js';
import type { Target } from '../run/target.js';
import { SampledEdges } from './sampled-edges.js';
import { samplingOf } from './sampling.js';
import { differingMembers } from './compare.js';
import type { Difference } from './difference.js';

const EDGE = 20;

/** Counts of all rooms, and the first and last lines of some as the chat server reads them. */
export async function verifyMessages(
  source: Source,
  target: Target,
  context: MappingContext,
  { messagesSince }: { readonly messagesSince: Date | null },
): Promise<readonly Difference[]> {
  const rooms = new Map<string, number>();
  const sampled = new SampledEdges<MovedMessage>(EDGE, shownLine);
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
  for (const name of sampled.names) {
    if (!here.has(name)) continue;
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
  return differences;
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

/** Messages that wait, all of them by their number, some by their text. */
export async function verifyOffline(
  source: Source,
  target: Target,
  context: MappingContext,
): Promise<readonly Difference[]> {
  const isSampled = await samplingOf(source, 'offline');
  const users = new Map<string, number>();
  const differences: Difference[] = [];
  for await (const row of source.rows('offline')) {
    const { value } = movedOffline(row, context);
    if (value === null) continue;
    users.set(value.user, (users.get(value.user) ?? 0) + 1);
    if (isSampled([value.user, value.key])) {
      differences.push(...(await differencesOf(value, target)));
    }
  }
  const kept = await target.query<{ name: string }>(
    'select username as name from account where username = any ($1)',
    [[...users.keys()]],
  );
  for (const { name } of kept) {
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
  return differences;
}

/** None of an account that is not here. */
async function differencesOf(
  { user, key, stanza }: MovedOffline,
  target: Target,
): Promise<readonly Difference[]> {
  const accounts = await target.query('select from account where username = $1', [user]);
  if (accounts.length === 0) return [];
  const rows = await target.onEngine((query) =>
    query(
      `select value as stanza from prosody.prosodyarchive
       where host = ${ENGINE_DOMAIN} and store = 'offline' and "user" = $1 and key = $2`,
      [user, key],
    ),
  );
  const found = (rows[0] as object | undefined) ?? null;
  return differingMembers({ stanza }, found).map((field) => ({
    kind: 'offline',
    name: user,
    field: field === '*' ? 'is missing' : field,
  }));
}
