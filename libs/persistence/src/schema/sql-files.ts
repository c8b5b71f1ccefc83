import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A file of functions and their triggers. */
export interface SqlFile {
  /** relative to `sql/`, with slashes */
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/**
 * Beside `src` and `dist`, so that nothing has to be copied. Only this module knows the location.
 */
const FOLDER = new URL('../../sql/', import.meta.url);

/** All files of this version, by name. */
export function sqlFiles(): readonly SqlFile[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => sqlFile(name, readFileSync(new URL(name, FOLDER), 'utf8')));
}

export function sqlFile(name: string, text: string): SqlFile {
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
}
