import type { FileHandle } from 'node:fs/promises';
import type { Batches } from './cells.js';
import type { Scratch } from './scratch.js';
import { SortLines } from './sort-lines.js';

/** A longer line waits apart, and is read when its turn has come. */
const LONG_LINE = 8 * 1024;
/** What a merge reads ahead of all runs together, if they are not very many. */
const AHEAD_BYTES = 4 * 1024 * 1024;
const LEAST_CHUNK = 4 * 1024;
const LARGEST_CHUNK = 64 * 1024;
const WRITTEN_AT_ONCE = 1024 * 1024;

interface Place {
  readonly at: number;
  readonly bytes: number;
  readonly coding: Coding;
}

/** UTF-16 where one byte is not enough: any text survives both. */
type Coding = 'latin1' | 'utf16le';

const isNarrow = (text: string) => /^[\0-\xff]*$/.test(text);

/** Sorted lines, in files without names. What is held of a run while it is read does not depend on how long its lines are. */
export class SortRuns {
  private readonly runs: (readonly Place[])[] = [];
  private lines: GrowingFile | null = null;
  private longLines: GrowingFile | null = null;

  constructor(
    private readonly scratch: Scratch,
    private readonly form: SortLines,
  ) {}

  get count(): number {
    return this.runs.length;
  }

  async add(lines: readonly string[]): Promise<void> {
    this.lines ??= new GrowingFile(await this.scratch.unnamed());
    const places: Place[] = [];
    let held: string[] = [];
    let length = 0;
    for (const line of lines) {
      const short = line.length > LONG_LINE ? await this.apart(line) : line;
      held.push(short);
      length += short.length;
      if (length < WRITTEN_AT_ONCE) continue;
      places.push(await this.lines.append(held));
      held = [];
      length = 0;
    }
    if (held.length > 0) places.push(await this.lines.append(held));
    this.runs.push(places);
  }

  private async apart(line: string): Promise<string> {
    this.longLines ??= new GrowingFile(await this.scratch.unnamed());
    const { at, bytes, coding } = await this.longLines.append([line]);
    return this.form.apart(line, [at, bytes, coding].join(' '));
  }

  /** The runs, in the order in which they were added. */
  read(): Batches<string>[] {
    const chunk = Math.floor(AHEAD_BYTES / this.runs.length);
    const bytes = Math.min(Math.max(chunk, LEAST_CHUNK), LARGEST_CHUNK);
    return this.runs.map((run) => readRun(this.lines!, run, bytes));
  }

  /** A line as it was added, and its length where that was long. */
  async whole(line: string): Promise<{ readonly line: string; readonly long: number }> {
    const where = SortLines.elsewhere(line);
    if (where === null) return { line, long: 0 };
    const [at, bytes, coding] = where.split(' ');
    const place = { at: Number(at), bytes: Number(bytes), coding: coding as Coding };
    const [found = ''] = (await this.longLines!.read(place)).split('\n');
    return { line: found, long: place.bytes };
  }

  async close(): Promise<void> {
    await this.lines?.close();
    await this.longLines?.close();
  }
}

async function* readRun(
  lines: GrowingFile,
  run: readonly Place[],
  chunkBytes: number,
): AsyncGenerator<readonly string[]> {
  for (const { at, bytes, coding } of run) {
    let rest = '';
    for (let done = 0; done < bytes;) {
      const more = Math.min(Math.max(chunkBytes, rest.length), bytes - done) & ~1;
      const length = more === 0 ? bytes - done : more;
      const text = rest + (await lines.read({ at: at + done, bytes: length, coding }));
      done += length;
      const found = text.split('\n');
      rest = found.pop()!;
      if (found.length > 0) yield found;
    }
  }
}

/** Written at its end, read anywhere. */
class GrowingFile {
  private end = 0;

  constructor(private readonly file: FileHandle) {}

  async append(lines: readonly string[]): Promise<Place> {
    const text = `${lines.join('\n')}\n`;
    const coding = isNarrow(text) ? 'latin1' : 'utf16le';
    const buffer = Buffer.from(text, coding);
    const at = this.end;
    for (let done = 0; done < buffer.length;) {
      const { bytesWritten } = await this.file.write(buffer, done, buffer.length - done, at + done);
      done += bytesWritten;
    }
    this.end += buffer.length;
    return { at, bytes: buffer.length, coding };
  }

  async read({ at, bytes, coding }: Place): Promise<string> {
    const buffer = Buffer.allocUnsafe(bytes);
    for (let done = 0; done < bytes;) {
      const { bytesRead } = await this.file.read(buffer, done, bytes - done, at + done);
      if (bytesRead === 0) throw new Error('A file of the scratch folder ended early.');
      done += bytesRead;
    }
    return buffer.toString(coding);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
