import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const LIMIT_BYTES = 10 * 1024 * 1024;

/** A log that is appended to; a large one is first renamed to `….old`. */
export function openLog(file: string): { write(text: string): void; close(): void } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (existsSync(file) && statSync(file).size > LIMIT_BYTES) renameSync(file, `${file}.old`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // a full disk must not terminate the launcher
  stream.on('error', () => undefined);
  return { write: (text) => void stream.write(text), close: () => stream.end() };
}

/** The last lines, or why they cannot be read. */
export async function endOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => error.message);
  return `The end of ${file}:\n${text.trimEnd().split('\n').slice(-15).join('\n')}`;
}
