import { existsSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { CommandFault } from '../outcome/failures.js';
import { EXIT } from '../outcome/exit-codes.js';

const OWN = 0o600;

/**
 * Writes a file that nobody else may read, under its name once it is complete.
 * @param name of no file that exists
 * @param before what has to be done first, once all is written
 * @returns its length in bytes
 * @throws CommandFault, and what `content` and `before` throw; nothing is left then
 */
export async function writeNewFile(
  name: string,
  content: AsyncIterable<Uint8Array>,
  before: () => Promise<unknown>,
): Promise<number> {
  if (existsSync(name)) throw exists(name);
  const part = `${name}.part`;
  const file = await open(part, 'wx', OWN).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw refusal(code === 'EEXIST' ? part : name, error);
  });
  try {
    const bytes = await write(file, part, content);
    await before();
    // unlike a renaming it replaces nothing
    await link(part, name).catch((error: unknown) => {
      throw refusal(name, error);
    });
    return bytes;
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
}

async function write(
  file: FileHandle,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  let length = 0;
  for await (const piece of content) {
    await file.writeFile(piece).catch((error: unknown) => {
      throw refusal(name, error);
    });
    length += piece.length;
  }
  await file.sync();
  return length;
}

function refusal(name: string, error: unknown): CommandFault {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return exists(name);
  const hint = code === 'ENOENT' ? 'Make its folder first.' : null;
  return new CommandFault(EXIT.failed, 'not-written', `${name} cannot be written: ${code}`, hint);
}

const exists = (name: string): CommandFault =>
  new CommandFault(EXIT.exists, 'exists', `${name} exists already`, 'Name another file.');
