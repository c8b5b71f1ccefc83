import type { FileHandle } from 'node:fs/promises';
import type { Batches, Cells } from './cells.js';
import type { Scratch } from './scratch.js';

/** A row whose JSON is longer waits apart, and is read when its turn has come. */
const LONG_ROW = 8 * 1024;
/** What a merge reads ahead of all runs together, if they are not very many. */
const AHEAD_BYTES = 4 * 1024 * 1024;
const LEAST_CHUNK = 4 * 1024;
const LARGEST_CHUNK = 64 * 1024;
const WRITTEN_AT_ONCE = 1024 * 1024;

interface Place {
  readonly at: number;
  readonly bytes: number;
}

/** The cells that are compared, and where the whole row is. */
export interface LongRow extends Place {
  readonly cells: Cells;
}

/** A row as a run gives it. */
export type RunRow = Cells | LongRow;

export const isLong = (row: RunRow): row is LongRow => !Array.isArray(row);

/**
 * Sorted rows, in files without names. What is held of a run while it is read does not depend on how long its rows are: of long ones
 * only keys.
 */
export class SortRuns {
  private readonly runs: Place[] = [];
  private lines: GrowingFile | null = null;
  private longRows: GrowingFile | null = null;

  /** @param keys indexes of the cells that are compared */
  constructor(
    private readonly scratch: Scratch,
    private readonly keys: readonly number[],
  ) {}

  get count(): number {
    return this.runs.length;
  }

  /** JSON writes lone surrogates and NUL as escapes, so any text survives UTF-8. */
  async add(rows: readonly Cells[]): Promise<void> {
    this.lines ??= new GrowingFile(await this.scratch.unnamed());
    const at = this.lines.size;
    let text = '';
    for (const row of rows) {
      const json = JSON.stringify(row);
      text += json.length > LONG_ROW ? await this.apart(row, json) : json;
      text += '\n';
      if (text.length < WRITTEN_AT_ONCE) continue;
      await this.lines.append(text);
      text = '';
    }
    await this.lines.append(text);
    this.runs.push({ at, bytes: this.lines.size - at });
  }

  private async apart(row: Cells, json: string): Promise<string> {
    this.longRows ??= new GrowingFile(await this.scratch.unnamed());
    const cells: (string | null)[] = [];
    for (const key of this.keys) cells[key] = row[key]!;
    return JSON.stringify({ cells, ...(await this.longRows.append(json)) } satisfies LongRow);
  }

  /** The runs, in the order in which they were added. */
  read(): Batches<RunRow>[] {
    const chunk = Math.floor(AHEAD_BYTES / this.runs.length);
    const bytes = Math.min(Math.max(chunk, LEAST_CHUNK), LARGEST_CHUNK);
    return this.runs.map((run) => readRun(this.lines!, run, bytes));
  }

  async whole(row: LongRow): Promise<Cells> {
    return JSON.parse((await this.longRows!.read(row)).toString()) as Cells;
  }

  async close(): Promise<void> {
    await this.lines?.close();
    await this.longRows?.close();
  }
}

async function* readRun(
  lines: GrowingFile,
  run: Place,
  chunkBytes: number,
): AsyncGenerator<readonly RunRow[]> {
  const end = run.at + run.bytes;
  let rest: Buffer = Buffer.alloc(0);
  for (let { at } = run; at < end;) {
    const bytes = Math.min(Math.max(chunkBytes, rest.length), end - at);
    const whole = Buffer.concat([rest, await lines.read({ at, bytes })]);
    at += bytes;
    const last = whole.lastIndexOf(10);
    if (last >= 0) yield JSON.parse(`[${whole.toString('utf8', 0, last).replaceAll('\n', ',')}]`);
    rest = whole.subarray(last + 1);
  }
}

/** Written at its end, read anywhere. */
class GrowingFile {
  private end = 0;

  constructor(private readonly file: FileHandle) {}

  get size(): number {
    return this.end;
  }

  async append(text: string): Promise<Place> {
    const buffer = Buffer.from(text);
    const at = this.end;
    for (let done = 0; done < buffer.length;) {
      const { bytesWritten } = await this.file.write(buffer, done, buffer.length - done, at + done);
      done += bytesWritten;
    }
    this.end += buffer.length;
    return { at, bytes: buffer.length };
  }

  async read({ at, bytes }: Place): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(bytes);
    for (let done = 0; done < bytes;) {
      const { bytesRead } = await this.file.read(buffer, done, bytes - done, at + done);
      if (bytesRead === 0) throw new Error('A file of the scratch folder ended early.');
      done += bytesRead;
    }
    return buffer;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
