import type { MappingContext } from '../mapping/context.js';
import { roomOf } from '../mapping/messages.js';
import type { Source } from '../source.js';
import type { RunState } from './run-state.js';
import { requireFew } from './removal-guard.js';
import type { Target } from './target.js';

/** A room here, as {@link changedRooms} gives it. */
export const roomKey = (service: string, room: string): string => JSON.stringify([service, room]);

/**
 * Rooms of which the lines of former passes are not those that are there: some were deleted meanwhile, or the room has another name.
 * Their lines here are removed, so that the pass takes all of them; until it ends the same rooms are given again. Moving in: 8
 * @throws RemovalStopped
 */
export async function changedRooms(
  source: Source,
  target: Target,
  run: Pick<RunState, 'ownIds'>,
  context: MappingContext,
  { since, messagesSince, mayRemove }: Taken,
): Promise<ReadonlySet<string>> {
  // lines that were here before are nobody's to remove
  if (!run.ownIds || source.linesOfRooms === undefined) return new Set();
  const begun = await target.query<Place>('select service, room from moving.again');
  if (begun.length > 0) return keysOf(begun);
  const there = new Map<string, Counts>();
  for await (const { lines, older, ...place } of source.linesOfRooms(messagesSince, since)) {
    const here = roomOf(place, context);
    if (here === null) continue;
    const key = roomKey(here.service, here.room);
    const others = there.get(key) ?? NONE;
    there.set(key, { lines: others.lines + lines, older: others.older + older });
  }
  const here = await target.query<Place & Counts>(
    `select service, name as room, count(line.id)::integer as lines,
       count(line.id) filter (where sent_at < $1)::integer as older
     from room left join room_message line on room_id = room.id
     where exists (select from moving.item where kind = 'rooms' and target = array[service, name])
     group by room.id`,
    [since],
  );
  const changed = here.filter(({ service, room, lines, older }) => {
    const counts = there.get(roomKey(service, room)) ?? NONE;
    return lines > counts.lines || older !== counts.older;
  });
  const goneOf = ({ service, room, lines }: Place & Counts) =>
    lines - (there.get(roomKey(service, room)) ?? NONE).lines;
  if (!mayRemove) {
    const all = here.reduce((sum, { lines }) => sum + lines, 0);
    const fewer = changed.filter((one) => goneOf(one) > 0);
    const removed = fewer.reduce((sum, one) => sum + goneOf(one), 0);
    const names = fewer.map(({ service, room }) => `${room}@${service}`);
    requireFew({ kind: 'messages', removed, all, names });
  }
  await target.transaction(async () => {
    await target.query(
      `insert into moving.again select service, room
       from jsonb_to_recordset($1::jsonb) as v (service text, room text)`,
      [JSON.stringify(changed)],
    );
    await target.query(
      `delete from room_message using moving.again, room
       where room.id = room_id and room.service = again.service and room.name = again.room`,
    );
  });
  return keysOf(changed);
}

interface Taken {
  /** what the pass takes of all other rooms */
  readonly since: Date;
  /** lines before it are not moved */
  readonly messagesSince: Date | null;
  /** however many lines have gone there */
  readonly mayRemove: boolean;
}

interface Counts {
  readonly lines: number;
  readonly older: number;
}

const NONE: Counts = { lines: 0, older: 0 };

interface Place {
  readonly service: string;
  readonly room: string;
}

const keysOf = (places: readonly Place[]): ReadonlySet<string> =>
  new Set(places.map(({ service, room }) => roomKey(service, room)));
