import type { MappingContext } from '../mapping/context.js';
import { LINE_MAPPINGS } from '../mapping/lines.js';
import type { Note } from '../mapping/outcome.js';
import { millisecondsOf } from '../mapping/values.js';
import type { GrowingKind, RowsByKind } from '../rows.js';
import type { PassResult } from './keyed-pass.js';
import type { RunState } from './run-state.js';
import { bytes, copyLine, stageValues } from './stage.js';
import type { Target } from './target.js';
import { replaceOffline } from './chat-server-stores.js';

export interface LineOptions {
  readonly report: (kind: GrowingKind, name: string, note: Note) => void;
  readonly advance: (rows: number) => void;
  readonly checkpoint: () => Promise<void>;
  /** notes the end of the kind, in the transaction that adds what waited: what was compared is forgotten there */
  readonly finished: (mark: Date, result: PassResult) => Promise<void>;
}

interface Line {
  readonly fingerprint: Buffer;
  readonly at: Date;
  readonly value: object;
}

const MOST_ROWS = 5_000;
const MOST_BYTES = 8 * 1024 * 1024;
const OVERLAP_MS = 3_600_000;

/** When a row was written, for the mark; bad dates are 1970. */
const MOMENTS: { readonly [K in GrowingKind]: (row: RowsByKind[K]) => string | null } = {
  audit: (row) => row.entryStamp,
  messages: (row) => row.logTime,
  offline: (row) => row.creationDate,
  archive: (row) => row.sentDate,
};

const NAMES: { readonly [K in GrowingKind]: (row: RowsByKind[K]) => string } = {
  audit: (row) => `entry ${row.msgID}`,
  messages: (row) => `${row.room ?? ''}@${row.services[0] ?? ''}`,
  offline: (row) => row.username,
  archive: (row) => row.owner ?? row.fromJID ?? '',
};

/**
 * Adds the rows that were not added before. All rows of an unfinished pass are known by fingerprints, those of finished ones by their
 * time, but for the last hour, which is read again.
 */
export class LinePass<K extends GrowingKind> {
  private batch: Line[] = [];
  private size = 0;
  private rows = 0;
  private mark = 0;
  readonly result: PassResult = { moved: 0, lost: 0, changed: 0, removed: 0, derived: 0 };

  constructor(
    private readonly kind: K,
    private readonly target: Target,
    private readonly run: RunState,
    private readonly options: LineOptions,
  ) {}

  /** Since when rows are read: of the mark of the last pass, less an hour; `null`: all of them. */
  static sinceOf(mark: Date | null): Date | null {
    return mark === null || mark.getTime() <= OVERLAP_MS
      ? null
      : new Date(mark.getTime() - OVERLAP_MS);
  }

  async take(rows: AsyncIterable<RowsByKind[K]>, context: MappingContext): Promise<PassResult> {
    const { kind, options } = this;
    if (kind === 'offline') await this.forgetOffline();
    await this.target.query(
      'create index if not exists line_fingerprint_idx on moving.line (kind, fingerprint)',
    );
    for await (const row of rows) {
      const at = millisecondsOf(MOMENTS[kind](row)) ?? 0;
      this.mark = Math.max(this.mark, at);
      const outcome = LINE_MAPPINGS[kind](row, context);
      for (const note of outcome.notes) options.report(kind, NAMES[kind](row), note);
      this.rows += 1;
      if (outcome.value === null) {
        options.report(kind, NAMES[kind](row), outcome.reason);
        this.result.lost += 1;
      } else {
        this.add({
          value: outcome.value,
          at: new Date(at),
          fingerprint: this.run.fingerprints.of(row),
        });
      }
      if (this.rows >= MOST_ROWS || this.size >= MOST_BYTES) await this.flush();
    }
    await this.flush();
    await this.finish();
    return this.result;
  }

  private add(line: Line): void {
    this.batch.push(line);
    for (const one of Object.values(line.value)) {
      this.size += typeof one === 'string' ? one.length : 20;
    }
  }

  private async flush(): Promise<void> {
    const { batch, kind, target } = this;
    const { rows } = this;
    this.batch = [];
    this.size = 0;
    this.rows = 0;
    const known = await target.query<{ fingerprint: Buffer }>(
      'select fingerprint from moving.line where kind = $1 and fingerprint = any ($2)',
      [kind, batch.map(({ fingerprint }) => fingerprint)],
    );
    const seen = new Set(known.map(({ fingerprint }) => fingerprint.toString('hex')));
    const added = batch.filter(({ fingerprint }) => !seen.has(fingerprint.toString('hex')));
    this.result.moved += batch.length;
    if (added.length > 0) {
      const lost = await target.transaction(() => this.merge(added));
      this.result.moved -= lost;
      this.result.lost += lost;
      this.result.changed += added.length - lost;
    }
    this.options.advance(rows);
    await this.options.checkpoint();
  }

  /** @returns how many belong to nothing that is here */
  private async merge(added: readonly Line[]): Promise<number> {
    const { kind, target, run } = this;
    await stageValues(
      target,
      added.map(({ value }) => value),
    );
    const left = await target.query<{ n: number }>(LEFT_OUT[kind]);
    const lost = new Set(left.map(({ n }) => n));
    const statement = kind === 'messages' && run.ownIds ? MESSAGES_WITH_IDS : MERGES[kind];
    await target.query(statement);
    await target.copy(
      'moving.line (kind, fingerprint, at)',
      added
        .filter((_, n) => !lost.has(n))
        .map(({ fingerprint, at }) => copyLine([kind, bytes(fingerprint), at.toISOString()])),
    );
    if (lost.size > 0) {
      const text = 'what they belong to is not here';
      this.options.report(kind, '', {
        code: 'reference-missing',
        text,
        about: '',
        count: lost.size,
      });
    }
    return lost.size;
  }

  /** What waited for its order is added, and what needs no comparing any more forgotten. */
  private async finish(): Promise<void> {
    const { kind, target } = this;
    await target.transaction(async () => {
      const [row] = await target.query<{ rows: number }>(
        'select count(*)::integer as rows from moving.late where kind = $1',
        [kind],
      );
      if (kind === 'offline') await replaceOffline(target, this.lateBatches());
      for (const statement of FINISHES[kind]) await target.query(statement);
      await target.query('delete from moving.line where kind = $1 and at < $2', [
        kind,
        new Date(this.mark - OVERLAP_MS),
      ]);
      if (kind === 'messages' && row!.rows > 0) {
        const [text, count] = ['lines whose id is missing or not unique', row!.rows];
        this.options.report(kind, '', { code: 'message-id-new', text, about: '', count });
      }
      await this.options.finished(new Date(this.mark), this.result);
    });
  }

  /** Messages that wait are delivered there meanwhile, so each pass takes all of them. */
  private async forgetOffline(): Promise<void> {
    await this.target.transaction(async () => {
      await this.target.query(`delete from moving.late where kind = 'offline'`);
      await this.target.query(`delete from moving.line where kind = 'offline'`);
    });
  }

  private async *lateBatches(): AsyncIterable<string> {
    const { target } = this;
    await target.query(
      `declare waiting no scroll cursor for
       select value from moving.late where kind = 'offline' order by first, second`,
    );
    for (;;) {
      const rows = await target.query<{ value: object }>('fetch 1000 from waiting');
      if (rows.length === 0) break;
      yield JSON.stringify(rows.map(({ value }) => value));
    }
    await target.query('close waiting');
  }
}

const NOT_IN_ROOM = `
  select n from moving.stage
  where not exists (
    select from room where room.service = value ->> 'service' and room.name = value ->> 'room')`;

const LEFT_OUT: Readonly<Record<GrowingKind, string>> = {
  audit: 'select n from moving.stage where false',
  messages: NOT_IN_ROOM,
  offline: `
    select n from moving.stage
    where not exists (select from account where username = value ->> 'user')`,
  archive: `
    select n from moving.stage
    where not exists (
      select from account, jsonb_array_elements(value -> 'sides') side where username = side ->> 'user')`,
};

const LINE = `
  line as materialized (
    select stage.n, stage.value, v.*, room.id as room_id
    from moving.stage, jsonb_to_record(value) as v (
      id bigint, service text, room text, "sentAt" timestamptz, sender text, "senderShown" boolean,
      nickname text, subject text, body text, stanza text),
      room
    where room.service = v.service and room.name = v.room)`;

const COLUMNS = 'room_id, sent_at, nickname, sender, sender_shown, subject, body, stanza';
const VALUES = 'room_id, "sentAt", nickname, sender, "senderShown", subject, body, stanza';

/** Those without an id of their own, and those whose id is taken, wait until all others have theirs. */
const MESSAGES_WITH_IDS = `
  with ${LINE}, first as (
    select distinct on (id) * from line where id is not null order by id, n
  ), put as (
    insert into room_message (id, ${COLUMNS}) overriding system value
    select id, ${VALUES} from first order by id
    on conflict on constraint room_message_pk do nothing
    returning id
  )
  insert into moving.late (kind, first, second, value)
  select 'messages', (extract(epoch from line."sentAt") * 1000)::bigint, coalesce(line.id, 0), line.value
  from line
  where not exists (select from put join first using (id) where first.n = line.n)`;

const MERGES: Readonly<Record<GrowingKind, string>> = {
  audit: `
    insert into moving.late (kind, first, second, value)
    select 'audit', (value ->> 'stamp')::bigint, (value ->> 'id')::bigint, value from moving.stage`,
  messages: `
    with ${LINE}
    insert into room_message (${COLUMNS}) select ${VALUES} from line order by n`,
  offline: `
    insert into moving.late (kind, first, second, value)
    select 'offline', (value ->> 'order')::bigint,
      (extract(epoch from (value ->> 'sentAt')::timestamptz) * 1000)::bigint, value
    from moving.stage
    where exists (select from account where username = value ->> 'user')`,
  archive: `
    with side as materialized (
      select n, v.*, value ->> 'stanza' as stanza, (value ->> 'sentAt')::timestamptz as sent_at
      from moving.stage, rows from (jsonb_to_recordset(value -> 'sides')
          as ("user" text, contact text, received boolean)) with ordinality
        as v ("user", contact, received, place)
    ), made as (
      insert into message_archive (username)
      select distinct username from side join account on username = side."user"
      on conflict on constraint message_archive_username_key do nothing
      returning id, username
    ), archive as (
      select id, username from message_archive where username in (select "user" from side)
      union all select id, username from made
    )
    insert into archived_message (archive_id, sent_at, contact, received, stanza)
    select id, sent_at, contact, received, stanza
    from side join archive on username = side."user" order by n, place`,
};

const FINISHES: Readonly<Record<GrowingKind, readonly string[]>> = {
  audit: [
    `insert into audit_entry (username, occurred_at, summary, node, details)
     select v.username, v."occurredAt", v.summary, v.node, v.details
     from moving.late, jsonb_to_record(value) as v (
       username text, "occurredAt" timestamptz, summary text, node text, details text)
     where kind = 'audit' order by first, second`,
    `delete from moving.late where kind = 'audit'`,
  ],
  messages: [
    `select setval(pg_get_serial_sequence('room_message', 'id'), greatest(
       (select coalesce(max(id), 1) from room_message),
       (select last_value from room_message_id_seq)))`,
    `insert into room_message (${COLUMNS})
     select room.id, v."sentAt", v.nickname, v.sender, v."senderShown", v.subject, v.body, v.stanza
     from moving.late, jsonb_to_record(value) as v (
       service text, room text, "sentAt" timestamptz, sender text, "senderShown" boolean,
       nickname text, subject text, body text, stanza text),
       room
     where kind = 'messages' and room.service = v.service and room.name = v.room
     order by first, second`,
    `delete from moving.late where kind = 'messages'`,
  ],
  offline: [`delete from moving.late where kind = 'offline'`],
  archive: [],
};
