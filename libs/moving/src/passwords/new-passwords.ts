import { randomBytes } from 'node:crypto';
import { closeSync, constants, fchmodSync, fsyncSync, openSync } from 'node:fs';
import { ftruncateSync, readFileSync, writeSync } from 'node:fs';

const { O_APPEND, O_CREAT, O_RDWR } = constants;
const OWN = 0o600;
const BYTES = 15;

/**
 * Random passwords for accounts that have none: lines `name:password` of a file that its owner alone reads. A name keeps its password,
 * also where a run goes on, and it stands in the file before the keys are stored.
 */
export class NewPasswords {
  private readonly known = new Map<string, string>();
  private readonly file: number;

  /** @throws Error of the file system */
  constructor(path: string) {
    this.file = openSync(path, O_RDWR | O_CREAT | O_APPEND, OWN);
    fchmodSync(this.file, OWN);
    const text = readFileSync(this.file, 'utf8');
    // a killed process may have written a part of its last line
    const lines = text.split('\n').slice(0, -1);
    const whole = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    ftruncateSync(this.file, whole);
    for (const line of lines) {
      const at = line.indexOf(':');
      if (at > 0) this.known.set(line.slice(0, at), line.slice(at + 1));
    }
  }

  /** @param name prepared, so without `:` and line breaks */
  of(name: string): string {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const password = randomBytes(BYTES).toString('base64url');
    this.known.set(name, password);
    writeSync(this.file, `${name}:${password}\n`);
    return password;
  }

  close(): void {
    fsyncSync(this.file);
    closeSync(this.file);
  }
}
