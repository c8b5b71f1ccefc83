import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestDatabase } from './test-database.js';

const run = promisify(execFile);
const SIZE = '48m';
const CHUNK = Buffer.alloc(4096, 'x');

/** A file system in memory that holds one database of the test server, as its tablespace. */
export class SmallDisk {
  private constructor(
    private readonly folder: string,
    private readonly server: pg.Client,
    private readonly tablespace: string,
  ) {}

  /** @throws where file systems cannot be mounted, or the test server is on another machine */
  static async mount(): Promise<SmallDisk> {
    const url = new URL(process.env['TEST_POSTGRES_URL']!);
    url.pathname = '/postgres';
    const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
    const server = new pg.Client({ connectionString: url.href });
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
      await server.connect();
      const { rows } = await server.query<{ data_directory: string }>('show data_directory');
      const { uid, gid } = await stat(rows[0]!.data_directory);
      await chown(folder, uid, gid);
      const disk = new SmallDisk(folder, server, `small_${process.pid}`);
      await server.query(`create tablespace ${disk.tablespace} location '${folder}'`);
      return disk;
    } catch (error) {
      await server.end().catch(() => undefined);
      await run('umount', [folder]).catch(() => undefined);
      await rmdir(folder);
      throw error;
    }
  }

  /** Nobody may be connected to it yet. */
  async take({ url }: TestDatabase): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await this.server.query(`alter database ${name} set tablespace ${this.tablespace}`);
  }

  /** Leaves no block free, also for what a new connection writes first where autovacuum has dropped it. */
  async fill(): Promise<void> {
    const files = await readdir(this.folder, { recursive: true });
    const caches = files.filter((name) => name.endsWith('/pg_internal.init'));
    await Promise.all(caches.map((name) => rm(join(this.folder, name))));
    const filler = await open(this.filler, 'w');
    try {
      for (;;) await filler.write(CHUNK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await filler.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.filler, { force: true });
  }

  /** After the database is gone. */
  async unmount(): Promise<void> {
    await this.server.query(`drop tablespace ${this.tablespace}`);
    await this.server.end();
    await run('umount', [this.folder]);
    await rmdir(this.folder);
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
