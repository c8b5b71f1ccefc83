import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private folder for copies and for what does not fit into memory. */
export class Scratch {
  private made = 0;

  private constructor(readonly folder: string) {}

  /** @param parent where; default the folder for temporary files */
  static async make(parent: string = tmpdir()): Promise<Scratch> {
    return new Scratch(await mkdtemp(join(parent, 'chat-admin-moving-')));
  }

  /** A file without a name: it is gone when it is closed, or when the process dies. */
  async unnamed(): Promise<FileHandle> {
    this.made += 1;
    const path = join(this.folder, String(this.made));
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return file;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
