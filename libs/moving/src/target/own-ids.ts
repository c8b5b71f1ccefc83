import { isKept } from './kept.js';
import { COLUMNS, LINE, TEXT_COLUMNS, WITHOUT_ROOM } from './line-merges.js';
import { copyLine } from './stage.js';
import type { Target } from './target.js';

interface WithId {
  readonly id: string | null;
}

interface StagedLine extends WithId {
  /** as it is staged: id, service, room, and the rest */
  readonly cells: string;
}

/** What staged lines are, by their numbers. */
export interface SortedLines {
  /** how many belong to no room that is here */
  readonly lost: number;
  /** how many are here already */
  readonly known: number;
  /** those that are not here under an id of their own: theirs is missing, or another line's */
  readonly without: readonly number[];
}

/**
 * Lines that keep the ids that they have there, by which they are known again: a line of the same id, room, time, sender and text is
 * the same one. So nothing has to be noted of them. Asked within the transaction of a batch, whose lines are staged.
 */
export class OwnIds {
  /** of the lines here; nobody else writes any during an import */
  private highest: number | null = null;
  private rooms: ReadonlyMap<string, string> | null = null;

  constructor(private readonly target: Target) {}

  /**
   * Whether each has an id that no other line has, here or among them.
   * @param stage is called where lines have to be staged to tell that, and where it is not so
   */
  async areFree(lines: readonly WithId[], stage: () => Promise<void>): Promise<boolean> {
    let least = Infinity;
    const ids = new Set<number>();
    for (const { id } of lines) {
      if (id === null) break;
      const number = Number(id);
      if (number < least) least = number;
      ids.add(number);
    }
    const areUnique = ids.size === lines.length;
    if (areUnique && least > (this.highest ??= await this.highestHere())) return true;
    await stage();
    return areUnique && (await this.target.query(TAKEN)).length === 0;
  }

  /** Adds lines whose ids are free. @returns how many have a room here */
  async addAll(lines: readonly StagedLine[]): Promise<number> {
    const rooms = (this.rooms ??= await this.roomsHere());
    const rows: string[] = [];
    for (const { cells } of lines) {
      const name = cells.indexOf('\t') + 1;
      const rest = cells.indexOf('\t', cells.indexOf('\t', name) + 1);
      const room = rooms.get(cells.slice(name, rest));
      if (room !== undefined) rows.push(`${cells.slice(0, name)}${room}${cells.slice(rest)}`);
    }
    await this.target.copy(`room_message (id, room_id, ${TEXT_COLUMNS})`, rows);
    const highest = lines.reduce((most, { id }) => Math.max(most, Number(id)), 0);
    this.highest = Math.max(this.highest ?? 0, highest);
    return rows.length;
  }

  /** Takes those away that need not be added. */
  async sorted(): Promise<SortedLines> {
    const lost = await this.target.change(WITHOUT);
    const known = await this.target.change(KNOWN);
    const without = await this.target.query<{ n: number }>(WITHOUT_ID);
    return { lost, known, without: without.map(({ n }) => n) };
  }

  /** Adds the others. What has no id of its own waits until all others have theirs. */
  async addBut(numbers: readonly number[]): Promise<void> {
    this.highest = null;
    await this.target.query('delete from moving.staged_message where n = any ($1)', [numbers]);
    await this.target.query(WITH_FREE_IDS);
  }

  /** Ids of rooms that take lines, by service and name as these are staged; nobody makes any meanwhile. */
  private async roomsHere(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.target.query<{ service: string; name: string; id: string }>(
      `select service, name, id from room where not ${isKept('rooms', 'service, name')}`,
    );
    return new Map(
      rows.map(({ service, name, id }) => [copyLine([service, name]).slice(0, -1), String(id)]),
    );
  }

  private async highestHere(): Promise<number> {
    const [row] = await this.target.query<{ highest: string | null }>(
      'select max(id) as highest from room_message',
    );
    return Number(row!.highest ?? 0);
  }
}

const TAKEN = `
  select from moving.staged_message staged
  where (select true from room_message where room_message.id = staged.id)
  limit 1`;

const WITHOUT = `delete from moving.staged_message staged where ${WITHOUT_ROOM}`;

// Each by its key, whatever statistics say.
const KNOWN = `
  delete from moving.staged_message staged
  where (
    select (line.sent_at, line.sender, line.nickname, line.subject, line.body)
        is not distinct from (staged.sent_at, staged.sender, staged.nickname, staged.subject, staged.body)
      and line.room_id = (
        select room.id from room where room.service = staged.service and room.name = staged.room)
    from room_message line where line.id = staged.id)`;

const WITHOUT_ID = `
  select n
  from (select n, id, row_number() over (partition by id order by n) as place
        from moving.staged_message) staged
  where id is null or place > 1
    or (select true from room_message where room_message.id = staged.id)`;

/** Those without an id of their own, and those whose id is taken, wait until all others have theirs. */
const WITH_FREE_IDS = `
  with ${LINE}, first as (
    select distinct on (id) * from line where id is not null order by id, n
  ), put as (
    insert into room_message (id, ${COLUMNS}) overriding system value
    select id, ${COLUMNS} from first order by id
    on conflict on constraint room_message_pk do nothing
    returning id
  )
  insert into moving.late (kind, first, second, value)
  select 'messages', (extract(epoch from line.sent_at) * 1000)::bigint, coalesce(line.id, 0),
    jsonb_build_object(
      'service', service, 'room', room, 'sentAt', sent_at, 'sender', sender, 'senderShown', sender_shown,
      'nickname', nickname, 'subject', subject, 'body', body, 'stanza', stanza)
  from line
  where not exists (select from put join first using (id) where first.n = line.n)`;
