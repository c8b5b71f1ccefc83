import { movedMessage } from '../mapping/messages.js';
import type { MovedMessage } from '../mapping/messages.js';
import { movedOffline } from '../mapping/offline.js';
import type { MappingContext } from '../mapping/context.js';
import type { Source } from '../source.js';
import { ENGINE_DOMAIN } from '../run/target.js';
import type { Target } from '../run/target.js';
import { SampledEdges } from './sampled-edges.js';
import { Samples } from './samples.js';
import { differingMembers } from './compare.js';
import type { Difference } from './difference.js';

const EDGE = 20;
const SAMPLES = 1_000;

/** Counts of all rooms, and the first and last lines of some as the chat server reads them. */
export async function verifyMessages(
  source: Source,
  target: Target,
  context: MappingContext,
  { messagesSince }: { readonly messagesSince: Date | null },
): Promise<readonly Difference[]> {
  const rooms = new Map<string, number>();
  const sampled = new SampledEdges<MovedMessage>(SAMPLES, EDGE);
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
  for (const [name, { first, last }] of sampled.edges) {
    if (!here.has(name)) continue;
    const [service, room] = JSON.parse(name) as [string, string];
    for (const [lines, reverse] of [
      [first, false],
      [last, true],
    ] as const) {
      const [row] = await target.query<{ page: { items: Item[] } | null }>(
        'select engine.messages($1, $2, $3) as page',
        [service, room, { limit: EDGE, reverse }],
      );
      if (shownLines(lines) !== shownItems(row?.page?.items ?? [])) {
        add(shown(name), reverse ? 'its last lines' : 'its first lines');
      }
    }
  }
  return differences;
}

interface Item {
  readonly nickname?: string;
  readonly sender?: string;
  readonly stanza: string;
}

/** Lines of the same moment have no order of their own. */
const shownLines = (lines: readonly MovedMessage[]): string =>
  JSON.stringify(lines.map(({ nickname, sender, stanza }) => [nickname, sender, stanza]).sort());
const shownItems = (items: readonly Item[]): string =>
  JSON.stringify(
    items.map(({ nickname = null, sender = null, stanza }) => [nickname, sender, stanza]).sort(),
  );

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
  const samples = new Samples<{ user: string; key: string; stanza: string }>(SAMPLES);
  const users = new Map<string, number>();
  for await (const row of source.rows('offline')) {
    const { value } = movedOffline(row, context);
    if (value === null) continue;
    users.set(value.user, (users.get(value.user) ?? 0) + 1);
    samples.offer([value.user, value.key], value);
  }
  const kept = await target.query<{ name: string }>(
    'select username as name from account where username = any ($1)',
    [[...users.keys()]],
  );
  const differences: Difference[] = [];
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
  const here = new Set(kept.map(({ name }) => name));
  for (const { user, key, stanza } of samples.all.filter((one) => here.has(one.user))) {
    const rows = await target.onEngine((query) =>
      query(
        `select value as stanza from prosody.prosodyarchive
         where host = ${ENGINE_DOMAIN} and store = 'offline' and "user" = $1 and key = $2`,
        [user, key],
      ),
    );
    for (const field of differingMembers({ stanza }, (rows[0] as object | undefined) ?? null)) {
      differences.push({
        kind: 'offline',
        name: user,
        field: field === '*' ? 'is missing' : field,
      });
    }
  }
  return differences;
}
