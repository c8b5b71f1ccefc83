import type { MappingContext } from '../mapping/context.js';
import { roomOf } from '../mapping/messages.js';
import type { Source } from '../source.js';
import type { RunState } from './run-state.js';
import type { Target } from './target.js';

/** A room here, as {@link shrunkenRooms} gives it. */
export const roomKey = (service: string, room: string): string => JSON.stringify([service, room]);

/**
 * Rooms of which there are fewer lines there than here, since some were deleted meanwhile. Their lines here are removed, so that the pass
 * takes all of them; until it ends the same rooms are given again. Moving in: 8
 * @param messagesSince lines before it are not moved
 */
export async function shrunkenRooms(
  source: Source,
  target: Target,
  run: Pick<RunState, 'ownIds'>,
  context: MappingContext,
  messagesSince: Date | null,
): Promise<ReadonlySet<string>> {
  // lines that were here before are nobody's to remove
  if (!run.ownIds || source.linesOfRooms === undefined) return new Set();
  const begun = await target.query<Place>('select service, room from moving.again');
  if (begun.length > 0) return keysOf(begun);
  const there = new Map<string, number>();
  for await (const { lines, ...place } of source.linesOfRooms(messagesSince)) {
    const here = roomOf(place, context);
    if (here === null) continue;
    const key = roomKey(here.service, here.room);
    there.set(key, (there.get(key) ?? 0) + lines);
  }
  const here = await target.query<Place & { lines: number }>(
    `select service, name as room, count(*)::integer as lines
     from room_message join room on room.id = room_id
     where exists (select from moving.item where kind = 'rooms' and target = array[service, name])
     group by room.id`,
  );
  const shrunken = here.filter(
    ({ service, room, lines }) => lines > (there.get(roomKey(service, room)) ?? 0),
  );
  await target.transaction(async () => {
    await target.query(
      `insert into moving.again select service, room
       from jsonb_to_recordset($1::jsonb) as v (service text, room text)`,
      [JSON.stringify(shrunken)],
    );
    await target.query(
      `delete from room_message using moving.again, room
       where room.id = room_id and room.service = again.service and room.name = again.room`,
    );
  });
  return keysOf(shrunken);
}

interface Place {
  readonly service: string;
  readonly room: string;
}

const keysOf = (places: readonly Place[]): ReadonlySet<string> =>
  new Set(places.map(({ service, room }) => roomKey(service, room)));
