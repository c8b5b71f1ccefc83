import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@chat-admin/debian-programs/until';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@chat-admin/embedded-postgres/embedded-postgres';
import { stablePort } from '@chat-admin/processes/stable-port';
import pg from 'pg';

type Name = 'first' | 'second';

/**
 * A PostgreSQL and its synchronous streaming standby. `first` is the primary; `second` becomes it when
 * it is promoted.
 */
export class StandbyPair {
  private constructor(
    private readonly parent: string,
    private readonly servers: Record<Name, EmbeddedPostgres>,
  ) {}

  static async start(): Promise<StandbyPair> {
    const parent = await mkdtemp(join(tmpdir(), 'chat-admin-standby-'));
    await chmod(parent, 0o711); // the servers' account must get through
    const ports = { first: await stablePort(), second: await stablePort() };
    const empty = await launch(parent, 'first', ports.first);
    // what is answered has to be on both, although nothing waits for the disk
    await run(empty.url, `alter role all set synchronous_commit = on`);
    await empty.stop();
    const [first, second] = [empty.directory, empty.directory.replace(/first$/, 'second')];
    await promisify(execFile)('cp', ['-a', first, second]);
    await becomeStandby(second, empty.url);
    const pair = new StandbyPair(parent, {
      first: await launch(parent, 'first', ports.first),
      second: await launch(parent, 'second', ports.second),
    });
    await pair.query('first', `alter system set synchronous_standby_names = '*'`);
    await pair.query('first', `select pg_reload_conf()`);
    await until('the standby is synchronous', async () => {
      const found = await pair.query(
        'first',
        `select from pg_stat_replication where sync_state = 'sync'`,
      );
      return found.length > 0;
    });
    return pair;
  }

  /** Of both servers. */
  get url(): string {
    const { first, second } = this.servers;
    return first.url.replace(hostOf(first.url), `${hostOf(first.url)},${hostOf(second.url)}`);
  }

  query(name: Name, text: string): Promise<readonly Record<string, unknown>[]> {
    return run(this.servers[name].url, text);
  }

  /** `kill -9` of the primary. */
  async killFirst(): Promise<void> {
    const { directory, ended } = this.servers.first;
    const file = await readFile(join(directory, 'cluster/postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(file, 10), 'SIGKILL');
    await ended;
  }

  async promoteSecond(): Promise<void> {
    await this.query('second', 'select pg_promote()');
  }

  /** As the primary that it was, which takes writes and waits for nobody. */
  async bringFirstBack(): Promise<void> {
    const port = Number(new URL(this.servers.first.url).port);
    this.servers.first = await launch(this.parent, 'first', port);
    await this.query('first', 'alter system reset synchronous_standby_names');
    await this.query('first', 'select pg_reload_conf()');
  }

  async remove(): Promise<void> {
    const directories = Object.values(this.servers).map(({ directory }) => directory);
    for (const server of Object.values(this.servers)) await server.stop();
    for (const path of [...directories, this.parent]) {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

const hostOf = (url: string): string => new URL(url).host;

function launch(parent: string, name: Name, port: number): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ directory: join(parent, name), port, durable: false });
}

async function becomeStandby(directory: string, primaryUrl: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const primary = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await appendFile(
    join(directory, 'cluster/postgresql.auto.conf'),
    `primary_conninfo = '${primary}'\n`,
  );
  await writeFile(join(directory, 'cluster/standby.signal'), '');
}

async function run(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}
