import type { MappingContext } from '../mapping/context.js';
import { LINE_MAPPINGS } from '../mapping/lines.js';
import type { MovedMessage } from '../mapping/messages.js';
import type { Note } from '../mapping/outcome.js';
import { millisecondsOf } from '../mapping/values.js';
import type { GrowingKind, RowsByKind } from '../rows.js';
import { BatchLimits } from '../target/batches.js';
import { oneAhead } from '../one-ahead.js';
import type { PassResult } from './keyed-pass.js';
import type { RunState } from '../target/run-state.js';
import { AGAIN, FINISHES, LEFT_OUT, MERGES, OWN_TABLES } from '../target/line-merges.js';
import { OwnIds } from '../target/own-ids.js';
import { bytes, copyLine, stagedValue, stageValues } from '../target/stage.js';
import type { Target } from '../target/target.js';
import { requireFewOffline } from '../target/removal-guard.js';
import { replaceOffline } from '../target/chat-server-stores.js';
import { roomKey } from '../target/changed-rooms.js';

export interface LineOptions {
  /** however much of what is here has gone there */
  readonly mayRemove: boolean;
  readonly report: (kind: GrowingKind, name: string, note: Note) => void;
  readonly advance: (rows: number) => void;
  readonly checkpoint: () => Promise<void>;
  /** notes the end of the kind, in the transaction that adds what waited: what was compared is forgotten there */
  readonly finished: (mark: Date, result: PassResult) => Promise<void>;
}

interface Line {
  /** what `moving.line` calls it */
  readonly kind: string;
  /** of the source */
  readonly row: RowsByKind[GrowingKind];
  readonly at: number;
  /** as it is staged: what waits for its batch is to be few things, since they are moved in memory */
  readonly cells: string;
  /** its own, of messages */
  readonly id: string | null;
}

interface KnownLine {
  readonly kind: string;
  readonly fingerprint: Buffer;
}

/** Which rows are taken: those since a moment, and all of the rooms that are named. */
interface Taken {
  readonly since: Date | null;
  readonly again: ReadonlySet<string>;
}

/** How many lines were there, and how many belong to nothing that is here. */
interface Merged {
  readonly known: number;
  readonly lost: number;
}

interface Batch {
  readonly lines: Line[];
  /** of the source, with those that are lost */
  rows: number;
}

const OVERLAP_MS = 3_600_000;

const lineKey = ({ kind, fingerprint }: KnownLine): string =>
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
 * time, but for the last hour, which is read again. Messages that keep their ids are known by these, see {@link OwnIds}.
 */
export class LinePass<K extends GrowingKind> {
  private mark = 0;
  private readonly ownIds: OwnIds | null;
  readonly result: PassResult = { moved: 0, lost: 0, changed: 0, removed: 0, derived: 0 };

  constructor(
    private readonly kind: K,
    private readonly target: Target,
    private readonly run: RunState,
    private readonly options: LineOptions,
  ) {
    this.ownIds = kind === 'messages' && run.ownIds ? new OwnIds(target) : null;
  }

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
      limits.add(1, line === null ? 0 : line.cells.length);
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
      kind: isAgain ? AGAIN : kind,
      row,
      at,
      cells: stagedValue(outcome.value, OWN_TABLES[kind]),
      id: (outcome.value as Partial<MovedMessage>).id ?? null,
    };
  }

  private async flush({ lines, rows }: Batch): Promise<void> {
    if (lines.length > 0) {
      const { known, lost } =
        this.ownIds === null
          ? await this.mergeByFingerprint(lines)
          : await this.mergeById(lines, this.ownIds);
      this.result.moved += lines.length - lost;
      this.result.lost += lost;
      this.result.changed += lines.length - known - lost;
      if (lost > 0) {
        const text = 'what they belong to is not here, or was kept';
        const note = { code: 'reference-missing', text, about: '', count: lost } as const;
        this.options.report(this.kind, '', note);
      }
    }
    this.options.advance(rows);
    await this.options.checkpoint();
  }

  private async mergeByFingerprint(lines: readonly Line[]): Promise<Merged> {
    const { kind, target } = this;
    const { added, fingerprints } = await this.unknown(lines);
    if (added.length === 0) return { known: lines.length, lost: 0 };
    const lost = await target.transaction(async () => {
      await stageValues(target, cellsOf(added), OWN_TABLES[kind]);
      const left = await target.query<{ n: number }>(LEFT_OUT[kind]);
      const without = new Set(left.map(({ n }) => added[n]!));
      await target.query(MERGES[kind]);
      const moved = added.filter((line) => !without.has(line));
      await this.noteLines(moved, fingerprints);
      return left.length;
    });
    return { known: lines.length - added.length, lost };
  }

  /** Only lines without an id of their own are noted. */
  private async mergeById(lines: readonly Line[], ids: OwnIds): Promise<Merged> {
    return this.target.transaction(async () => {
      const stage = () => stageValues(this.target, cellsOf(lines), OWN_TABLES.messages);
      if (await ids.areFree(lines, stage)) {
        const added = await ids.addAll(lines);
        return { known: 0, lost: lines.length - added };
      }
      const { lost, known, without } = await ids.sorted();
      const { added, fingerprints } = await this.unknown(without.map((n) => lines[n]!));
      const rest = new Set(added);
      await ids.addBut(without.filter((n) => !rest.has(lines[n]!)));
      await this.noteLines(added, fingerprints);
      return { known: known + without.length - added.length, lost };
    });
  }

  private async unknown(
    lines: readonly Line[],
  ): Promise<{ added: readonly Line[]; fingerprints: ReadonlyMap<Line, Buffer> }> {
    const { kind, target, run } = this;
    const fingerprints = new Map(
      lines.map((line) => [line, run.fingerprints.of(identityOf(line.row))]),
    );
    if (lines.length === 0) return { added: lines, fingerprints };
    const known = await target.query<KnownLine>(
      'select kind, fingerprint from moving.line where kind = any ($1) and fingerprint = any ($2)',
      [[kind, AGAIN], [...fingerprints.values()]],
    );
    const seen = new Set(known.map(lineKey));
    const isSeen = (line: Line) =>
      seen.has(lineKey({ kind: line.kind, fingerprint: fingerprints.get(line)! }));
    return { added: lines.filter((line) => !isSeen(line)), fingerprints };
  }

  private async noteLines(
    lines: readonly Line[],
    fingerprints: ReadonlyMap<Line, Buffer>,
  ): Promise<void> {
    if (lines.length === 0) return;
    const texts = lines.map((line) =>
      copyLine([line.kind, bytes(fingerprints.get(line)!), new Date(line.at).toISOString()]),
    );
    await this.target.copy('moving.line (kind, fingerprint, at)', texts);
  }

  /** What waited for its order is added, and what needs no comparing any more forgotten. */
  private async finish(): Promise<void> {
    const { kind, target } = this;
    await target.transaction(async () => {
      const [row] = await target.query<{ rows: number }>(
        'select count(*)::integer as rows from moving.late where kind = $1',
        [kind],
      );
      // most of them may have been delivered there
      if (kind === 'offline' && row!.rows === 0 && !this.options.mayRemove) {
        await requireFewOffline(target);
      }
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

const cellsOf = (lines: readonly Line[]): readonly string[] => lines.map(({ cells }) => cells);

/** Of several services of a room the first counts, so that a line is the same whatever others there are. */
function identityOf(row: RowsByKind[GrowingKind]): object {
  return 'services' in row ? { ...row, services: row.services.slice(0, 1) } : row;
}

function isIn(rooms: ReadonlySet<string>, value: object | null): boolean {
  const { service, room } = (value ?? {}) as Partial<MovedMessage>;
  return service !== undefined && room !== undefined && rooms.has(roomKey(service, room));
}
