import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PortableFailed, PortableRefused } from '../faults.js';

const LIMIT = 1 << 16;

/**
 * A folder that is there as a whole or not at all: `write` fills a neighbour, which gets the name once everything is on the disk. Only its owner
 * may read it.
 * @param path new, or an empty folder
 * @throws PortableRefused if there is something already, or nothing can be made there
 * @throws PortableFailed if the disk is full, and the like; then nothing stays
 */
export async function newFolder<T>(
  path: string,
  write: (folder: NewFolder) => Promise<T>,
): Promise<T> {
  const whole = resolve(path);
  await requireNothingAt(whole, path);
  const partial = join(dirname(whole), `.${basename(whole)}.partial`);
  await mkdir(partial, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EEXIST'
        ? `${partial} is there: another export is running, or one was killed. Remove it then.`
        : `${path} cannot be made (${error.code}).`;
    throw new PortableRefused(why, { cause: error });
  });
  try {
    const result = await write(new NewFolder(partial));
    await rename(partial, whole);
    await synced(dirname(whole));
    return result;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof PortableFailed || typeof code !== 'string') throw error;
    throw new PortableFailed(`${path} cannot be written (${code}).`, { cause: error });
  }
}

async function requireNothingAt(whole: string, path: string): Promise<void> {
  try {
    if ((await readdir(whole)).length === 0) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code !== 'ENOTDIR') throw new PortableRefused(`${path} cannot be read (${code}).`);
  }
  throw new PortableRefused(`${path} is there already, and not empty: name a new folder.`);
}

export class NewFolder {
  constructor(private readonly path: string) {}

  async folder(name: string): Promise<void> {
    await mkdir(join(this.path, name), { mode: 0o700 });
  }

  /**
   * Writes a new file in UTF-8.
   * @param isOneOfMany then waiting for the disk is left to the last one
   */
  async file(name: string, pieces: AsyncIterable<string>, isOneOfMany = false): Promise<void> {
    const handle = await open(join(this.path, name), 'wx', 0o600);
    try {
      let text = '';
      for await (const piece of pieces) {
        text += piece;
        if (text.length < LIMIT) continue;
        await handle.writeFile(text);
        text = '';
      }
      await handle.writeFile(text);
      if (!isOneOfMany) await handle.datasync();
    } finally {
      await handle.close();
    }
  }
}

async function synced(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().catch(() => undefined);
  await handle.close();
}
