import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { ecsLine } from './ecs.js';

/** The part of sonic-boom that is used: writes on other threads, one at a time. */
export interface TextOutput {
  write(text: string): unknown;
  flushSync(): void;
  /** everything is written */
  on(event: 'drain', listener: () => void): unknown;
  /** there is no room for the text */
  on(event: 'drop', listener: (text: string) => void): unknown;
}

/** So much is written at once. */
const WRITE_LENGTH = 16 * 1024;
/** What may wait while nobody reads the output. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** How long a line waits for others. */
const GATHERING_MS = 100;
/** How long the end of the process waits for whoever reads the output. */
const FLUSH_TIMEOUT_MS = 1_000;

/**
 * The log on standard output. Lines share a write, up to 16 KiB of them or those of a tenth of a second; no timer runs
 * while nothing is logged. Lines that find no room, because nobody reads the output, are dropped and
 * counted. Only a process that is killed loses others.
 */
export class GatheredLines {
  private gathered = '';
  private timer: NodeJS.Timeout | null = null;
  private writing = false;
  private dropped = 0;
  private readonly flushes = new Set<() => void>();

  constructor(private readonly output: TextOutput) {
    output.on('drain', () => this.onDrain());
    output.on('drop', (text) => (this.dropped += text.split('\n').length - 1));
  }

  write(line: string): void {
    this.gathered += line;
    if (this.gathered.length >= WRITE_LENGTH) this.handOver();
    else this.timer ??= setTimeout(() => this.handOver(), GATHERING_MS).unref();
  }

  /** @param done called once everything is written, or when that takes too long */
  flush(done: () => void = () => undefined): void {
    this.handOver();
    if (!this.writing) return done();
    const end = (): void => {
      clearTimeout(timer);
      this.flushes.delete(end);
      done();
    };
    const timer = setTimeout(end, FLUSH_TIMEOUT_MS);
    this.flushes.add(end);
  }

  /** For a process that ends without waiting for {@link flush}. @returns what is left to write */
  take(): string {
    this.output.flushSync();
    const text = this.gathered;
    this.gathered = '';
    return text;
  }

  private handOver(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const text = this.gathered;
    if (text === '') return;
    this.gathered = '';
    const { dropped } = this;
    this.output.write(text);
    // text without room changes nothing about what is written
    this.writing ||= this.dropped === dropped;
  }

  private onDrain(): void {
    this.writing = false;
    this.reportDropped();
    for (const end of this.flushes) end();
  }

  private reportDropped(): void {
    if (this.dropped === 0) return;
    const message = `${this.dropped} lines of the log were dropped, because its output was not read`;
    this.dropped = 0;
    this.write(ecsLine('warn', message));
  }
}

let ofTheProcess: GatheredLines | null = null;

/** The log of this process on its standard output. */
export function standardLog(): GatheredLines {
  if (ofTheProcess !== null) return ofTheProcess;
  const lines = new GatheredLines(
    pino.destination({ sync: false, maxLength: MAX_WAITING_BYTES }) as TextOutput,
  );
  process.on('exit', () => {
    try {
      writeSync(1, lines.take());
    } catch {
      // nobody reads it any longer
    }
  });
  return (ofTheProcess = lines);
}
