import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Place for copies and for what does not fit into memory, made when it is needed. */
export class Scratch {
  private made: Promise<string> | null = null;

  /** @param parent where; default the folder for temporary files */
  constructor(private readonly parent: string = tmpdir()) {}

  /** A private folder. */
  folder(): Promise<string> {
    return (this.made ??= this.newFolder());
  }

  /** A file without a name: it is gone when it is closed, or when the process dies. */
  async unnamed(): Promise<FileHandle> {
    const folder = await this.newFolder();
    try {
      return await open(join(folder, 'unnamed'), 'wx+', 0o600);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async remove(): Promise<void> {
    const folder = await this.made?.catch(() => null);
    this.made = null;
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  private newFolder(): Promise<string> {
    return mkdtemp(join(this.parent, 'chat-admin-moving-'));
  }
}
