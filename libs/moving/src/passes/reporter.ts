import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { readFileSync, writeSync } from 'node:fs';
import type { Note } from '../mapping/outcome.js';
import type { ReportCode, ReportEntry } from '../report.js';
import type { Kind } from '../rows.js';

/** codes that say something of a thing that is moved as it was, or nearly so */
const HARMLESS: ReadonlySet<ReportCode> = new Set([
  'contact-own',
  'default-password',
  'foreign-contact',
  'member-missing',
  'name-reserved',
  'name-unprepared',
  'pep-node-missing',
  'property-proposed',
  'renamed',
]);

const { O_CREAT, O_RDWR } = constants;
const OWN = 0o600;
const FLUSH_BYTES = 64 * 1024;

/** Writes the report: a line of JSON for each entry, in a file that its owner alone reads. */
export class Reporter {
  readonly counts = new Map<string, number>();
  private readonly sums = new Map<string, ReportEntry & { count: number }>();
  private readonly file: number | null;
  private at = 0;
  private isBegun = false;
  private waiting = '';

  /** @param path null: entries are counted only. @throws Error if it cannot be written */
  constructor(path: string | null) {
    this.file = path === null ? null : openSync(path, O_RDWR | O_CREAT, OWN);
    if (this.isFile) fchmodSync(this.file!, OWN);
  }

  /** Keeps what the file says of kinds that an interrupted pass has finished, unless something was added already. */
  goOn(finished: ReadonlySet<Kind>): void {
    if (this.isBegun) return;
    this.isBegun = true;
    if (!this.isFile) return;
    const kept = entriesIn(readFileSync(this.file!, 'utf8')).filter(({ kind }) =>
      (finished as ReadonlySet<string>).has(kind),
    );
    const text = kept.map(lineOf).join('');
    // at once, and before the rest goes: whoever is killed again has to find it
    this.at = writeSync(this.file!, text, 0);
    ftruncateSync(this.file!, this.at);
    for (const entry of kept) this.counted(entry);
  }

  /** All that is known of a kind is in the file from now on. */
  endKind(kind: Kind): void {
    for (const [key, entry] of this.sums) {
      if (entry.kind !== kind) continue;
      this.sums.delete(key);
      this.write(entry);
    }
    this.flush();
  }

  private get isFile(): boolean {
    return this.file !== null && fstatSync(this.file).isFile();
  }

  /** Whether something was not moved, or not as it was. */
  get hasLosses(): boolean {
    return [...this.counts.keys()].some((code) => !HARMLESS.has(code as ReportCode));
  }

  note(kind: Kind, name: string, { about, rows: _, ...note }: Note): void {
    if (about === undefined) this.add({ kind, name, ...note });
    else this.sum({ kind, name: about, ...note, count: note.count ?? 1 });
  }

  add(entry: ReportEntry): void {
    this.counted(entry);
    this.write(entry);
  }

  /** Entries that are written once per name. */
  private sum(entry: ReportEntry & { count: number }): void {
    this.counted(entry);
    const key = JSON.stringify([entry.kind, entry.name, entry.code, entry.field]);
    const before = this.sums.get(key);
    this.sums.set(key, before ? { ...before, count: before.count + entry.count } : entry);
  }

  private counted({ code, count = 1 }: ReportEntry): void {
    this.counts.set(code, (this.counts.get(code) ?? 0) + count);
  }

  private write(entry: ReportEntry): void {
    if (this.file === null) return;
    this.waiting += lineOf(entry);
    if (this.waiting.length > FLUSH_BYTES) this.flush();
  }

  private flush(): void {
    this.goOn(new Set());
    if (this.file === null) return;
    // reading has moved the place of the file itself
    if (this.waiting !== '')
      this.at += writeSync(this.file, this.waiting, this.isFile ? this.at : null);
    this.waiting = '';
  }

  close(): void {
    for (const entry of this.sums.values()) this.write(entry);
    this.sums.clear();
    this.flush();
    if (this.file !== null) closeSync(this.file);
  }
}

const lineOf = (entry: ReportEntry): string => `${JSON.stringify(entry)}\n`;

/** Lines that a killed process has not written to their end are left out. */
function entriesIn(text: string): readonly ReportEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as ReportEntry];
    } catch {
      return [];
    }
  });
}
