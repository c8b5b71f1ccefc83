import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stablePort } from '@chat-admin/processes/stable-port';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@chat-admin/embedded-postgres/embedded-postgres';
import pg from 'pg';

/**
 * A PostgreSQL server that a test can stop, kill and pause; it restarts on its port, with its data.
 */
export class BreakablePostgres {
  private constructor(
    private readonly parent: string,
    private readonly port: number,
    private server: EmbeddedPostgres,
  ) {}

  static async start(): Promise<BreakablePostgres> {
    const parent = await mkdtemp(join(tmpdir(), 'chat-admin-breakable-'));
    await chmod(parent, 0o711); // the server's account has to traverse it
    const port = await stablePort();
    const server = await launch(parent, port);
    await keepCommits(server.url);
    return new BreakablePostgres(parent, port, server);
  }

  get url(): string {
    return this.server.url;
  }

  /** Cleanly: clients are notified. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** `kill -9` */
  async kill(): Promise<void> {
    process.kill(await this.pid(), 'SIGKILL');
    await this.server.ended;
  }

  /** After `stop` or `kill`. */
  async startAgain(): Promise<void> {
    this.server = await launch(this.parent, this.port);
  }

  /** Connections stay open, and the kernel accepts new ones, but nothing answers. */
  async pause(): Promise<void> {
    await this.signalAll('SIGSTOP');
  }

  async resume(): Promise<void> {
    await this.signalAll('SIGCONT');
  }

  /** Resumes it if paused. */
  async awake(): Promise<void> {
    await this.resume().catch(() => undefined); // it is not running
  }

  async remove(): Promise<void> {
    await this.awake();
    await this.server.stop();
    for (const path of [this.server.directory, this.parent]) {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** of the server; its backends are its children. @throws while it is not running */
  async pid(): Promise<number> {
    const file = join(this.server.directory, 'cluster/postmaster.pid');
    return Number.parseInt(await readFile(file, 'utf8'), 10);
  }

  /** The server and its backends, which are its child processes. */
  private async signalAll(signal: NodeJS.Signals): Promise<void> {
    const server = await this.pid();
    process.kill(server, signal);
    for (const entry of await readdir('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent === server) process.kill(Number(entry), signal);
    }
  }
}

/**
 * Without fsync a server is fast, and what it has written survives its death, as long as it was
 * acknowledged.
 */
async function keepCommits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('alter role all set synchronous_commit = on');
  await client.end();
}

function launch(parent: string, port: number): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ directory: join(parent, 'data'), port, durable: false });
}
