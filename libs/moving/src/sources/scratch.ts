import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK_BYTES = 1024 * 1024;

/** Place for copies and for what does not fit into memory. Nothing is left there, also when the process is killed. */
export class Scratch {
  /** @param parent where; default the folder for temporary files */
  constructor(private readonly parent: string = tmpdir()) {}

  /** A file without a name: it is gone when it is closed, or when the process dies. */
  async unnamed(): Promise<FileHandle> {
    const folder = await mkdtemp(join(this.parent, 'chat-admin-moving-'));
    try {
      return await open(join(folder, 'unnamed'), 'wx+', 0o600);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** An unnamed copy of what a file holds now; to be read by positions. */
  async copy(path: string): Promise<FileHandle> {
    const from = await open(path);
    try {
      const to = await this.unnamed();
      try {
        await copyAll(from, to);
        return to;
      } catch (error) {
        await to.close();
        throw error;
      }
    } finally {
      await from.close();
    }
  }
}

async function copyAll(from: FileHandle, to: FileHandle): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await from.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return;
    for (let at = 0; at < bytesRead;) {
      at += (await to.write(chunk, at, bytesRead - at, null)).bytesWritten;
    }
  }
}
