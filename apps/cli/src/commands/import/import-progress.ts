import type { Follower } from '@chat-admin/moving/passes/import-settings';
import type { PassResult } from '@chat-admin/moving/passes/keyed-pass';
import type { Terminal } from '../../program/action.js';
import type { StopSignal } from './stop-signal.js';

const BAR = 24;
const BETWEEN_MS = 500;
const BETWEEN_LINES_MS = 10_000;

/** Shows how far an import or export is, on standard error. */
export class ImportProgress implements Follower {
  private total: number | null = null;
  private done = 0;
  private began = 0;
  private shown = 0;

  constructor(
    private readonly form: 'bar' | 'plain' | 'json' | 'none',
    private readonly terminal: Pick<Terminal, 'complain'>,
    private readonly signal: StopSignal,
  ) {}

  get isStopped(): boolean {
    return this.signal.isStopped;
  }

  /** @param asked `auto` is a bar on a terminal, else lines */
  static of(
    asked: 'auto' | 'plain' | 'json' | 'none',
    terminal: Terminal,
    signal: StopSignal,
  ): ImportProgress {
    const form = asked !== 'auto' ? asked : process.stderr.isTTY ? 'bar' : 'plain';
    return new ImportProgress(form, terminal, signal);
  }

  begins(_: string, rows: number | null): void {
    this.total = rows;
    this.done = 0;
    this.began = this.shown = performance.now();
  }

  advance(kind: string, rows: number): void {
    this.done += rows;
    const between = this.form === 'bar' ? BETWEEN_MS : BETWEEN_LINES_MS;
    if (performance.now() - this.shown < between) return;
    this.shown = performance.now();
    this.show(kind, false);
  }

  ends(kind: string, { moved, lost, changed, removed }: Partial<PassResult>): void {
    if (this.form === 'json') this.say({ kind, moved, lost, changed, removed, done: true });
    else if (this.form !== 'none') this.show(kind, true);
  }

  private show(kind: string, isEnd: boolean): void {
    const seconds = (performance.now() - this.began) / 1000;
    const rate = Math.round(this.done / Math.max(seconds, 0.001));
    const left = this.total === null ? null : Math.max(this.total - this.done, 0);
    if (this.form === 'json') {
      this.say({ kind, rows: this.done, total: this.total, rate });
      return;
    }
    if (this.form === 'none') return;
    const rest = isEnd || left === null || rate === 0 ? '' : `, ${Math.ceil(left / rate)} s left`;
    const line = `${kind.padEnd(10)} ${this.bar()}${this.done} of ${this.total ?? '?'}, ${rate}/s${rest}`;
    this.terminal.complain(
      this.form === 'bar' ? `\r\x1b[K${line}${isEnd ? '\n' : ''}` : `${line}\n`,
    );
  }

  private bar(): string {
    if (this.form !== 'bar' || !this.total) return '';
    const full = Math.min(BAR, Math.round((BAR * this.done) / this.total));
    return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] `;
  }

  private say(document: object): void {
    this.terminal.complain(`${JSON.stringify(document)}\n`);
  }
}
