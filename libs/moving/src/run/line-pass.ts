import type { MappingContext } from '../mapping/context.js';
import { LINE_MAPPINGS } from '../mapping/lines.js';
import type { MovedMessage } from '../mapping/messages.js';
import type { Note } from '../mapping/outcome.js';
import { millisecondsOf } from '../mapping/values.js';
import type { GrowingKind, RowsByKind } from '../rows.js';
import { BatchLimits } from './batches.js';
import { oneAhead } from '../one-ahead.js';
import type { PassResult } from './keyed-pass.js';
import type { RunState } from './run-state.js';
import {
  AGAIN,
  FINISHES,
  IDS_TAKEN,
  LEFT_OUT,
  MERGES,
  MESSAGES_WITH_FREE_IDS,
} from './line-merges.js';
import { MESSAGES_WITH_IDS, OWN_TABLES } from './line-merges.js';
import { bytes, copyLine, stageValues } from './stage.js';
import type { Target } from './target.js';
import { replaceOffline } from './chat-server-stores.js';
import { roomKey } from './changed-rooms.js';

export interface LineOptions {
  readonly report: (kind: GrowingKind, name: string, note: Note) => void;
  readonly advance: (rows: number) => void;
  readonly checkpoint: () => Promise<void>;
  /** notes the end of the kind, in the transaction that adds what waited: what was compared is forgotten there */
  readonly finished: (mark: Date, result: PassResult) => Promise<void>;
}

interface Line {
  readonly kind: string;
  readonly fingerprint: Buffer;
  readonly at: Date;
  readonly value: object;
}

/** Which rows are taken: those since a moment, and all of the rooms that are named. */
interface Taken {
  readonly since: Date | null;
  readonly again: ReadonlySet<string>;
}

interface Batch {
  readonly lines: Line[];
  /** of the source, with those that are lost */
  rows: number;
}

const OVERLAP_MS = 3_600_000;

const lineKey = ({ kind, fingerprint }: Pick<Line, 'kind' | 'fingerprint'>): string =>
  `${kind} ${fingerprint.toString('hex')}`;

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

  /** Of rooms that are named none of the lines is here. */
  async take(
    rows: AsyncIterable<RowsByKind[K]>,
    context: MappingContext,
    taken: Taken,
  ): Promise<PassResult> {
    const { kind } = this;
    if (kind === 'offline') await this.forgetOffline();
    await this.target.query(
      'create index if not exists line_fingerprint_idx on moving.line (kind, fingerprint)',
    );
    for await (const batch of oneAhead(this.batches(rows, context, taken))) {
      await this.flush(batch);
    }
    await this.finish();
    return this.result;
  }

  private async *batches(
    rows: AsyncIterable<RowsByKind[K]>,
    context: MappingContext,
    taken: Taken,
  ): AsyncGenerator<Batch> {
    let batch: Batch = { lines: [], rows: 0 };
    let limits = new BatchLimits();
    for await (const row of rows) {
      const line = this.lineOf(row, context, taken);
      if (line === 'old') continue;
      batch.rows += 1;
      limits.add(1, line === null ? 0 : sizeOf(line));
      if (line !== null) batch.lines.push(line);
      if (!limits.areReached) continue;
      yield batch;
      batch = { lines: [], rows: 0 };
      limits = new BatchLimits();
    }
    if (batch.rows > 0) yield batch;
  }

  /** @returns `null` for what is lost, which is reported; `old` for what was taken before */
  private lineOf(
    row: RowsByKind[K],
    context: MappingContext,
    { since, again }: Taken,
  ): Line | 'old' | null {
    const { kind, options } = this;
    const at = millisecondsOf(MOMENTS[kind](row)) ?? 0;
    this.mark = Math.max(this.mark, at);
    const isOld = since !== null && at < since.getTime();
    if (isOld && again.size === 0) return 'old';
    const outcome = LINE_MAPPINGS[kind](row, context);
    const isAgain = again.size > 0 && isIn(again, outcome.value);
    if (isOld && !isAgain) return 'old';
    for (const note of outcome.notes) options.report(kind, NAMES[kind](row), note);
    if (outcome.value === null) {
      options.report(kind, NAMES[kind](row), outcome.reason);
      this.result.lost += 1;
      return null;
    }
    return {
      value: outcome.value,
      at: new Date(at),
      kind: isAgain ? AGAIN : kind,
      fingerprint: this.run.fingerprints.of(identityOf(row)),
    };
  }

  private async flush({ lines, rows }: Batch): Promise<void> {
    const { kind, target } = this;
    const known = await target.query<Pick<Line, 'kind' | 'fingerprint'>>(
      'select kind, fingerprint from moving.line where kind = any ($1) and fingerprint = any ($2)',
      [[kind, AGAIN], lines.map(({ fingerprint }) => fingerprint)],
    );
    const seen = new Set(known.map(lineKey));
    const added = lines.filter((line) => !seen.has(lineKey(line)));
    this.result.moved += lines.length;
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
      OWN_TABLES[kind],
    );
    const left = await target.query<{ n: number }>(LEFT_OUT[kind]);
    const lost = new Set(left.map(({ n }) => n));
    await target.query(kind === 'messages' && run.ownIds ? await this.withIds() : MERGES[kind]);
    await target.copy(
      'moving.line (kind, fingerprint, at)',
      added
        .filter((_, n) => !lost.has(n))
        .map((line) => copyLine([line.kind, bytes(line.fingerprint), line.at.toISOString()])),
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

  private async withIds(): Promise<string> {
    const taken = await this.target.query(IDS_TAKEN);
    return taken.length === 0 ? MESSAGES_WITH_IDS : MESSAGES_WITH_FREE_IDS;
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

function sizeOf({ value }: Line): number {
  let size = 0;
  for (const one of Object.values(value)) size += typeof one === 'string' ? one.length : 20;
  return size;
}

/** Of several services of a room the first counts, so that a line is the same whatever others there are. */
function identityOf(row: RowsByKind[GrowingKind]): object {
  return 'services' in row ? { ...row, services: row.services.slice(0, 1) } : row;
}

function isIn(rooms: ReadonlySet<string>, value: object | null): boolean {
  const { service, room } = (value ?? {}) as Partial<MovedMessage>;
  return service !== undefined && room !== undefined && rooms.has(roomKey(service, room));
}
