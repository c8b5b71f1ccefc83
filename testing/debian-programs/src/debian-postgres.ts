import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBound } from '@chat-admin/processes/bound-process';
import type { BoundProcess } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { insideRoot } from './debian-root.js';
import { until } from './until.js';

const run = promisify(execFile);
const PACKAGED = '/usr/lib/postgresql';
const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups'];

export interface DebianCluster {
  /** such as `log_statement=all` */
  readonly settings?: readonly string[];
  /** default: the newest that is installed */
  readonly major?: string;
  /** of the cluster; default: that of the locale C, none */
  readonly encoding?: string;
  /** of another Debian, in which the server runs; see `installedRoot` */
  readonly root?: string;
}

/** A new cluster of Debian's PostgreSQL, which asks as Debian's does: peers by the socket, passwords by TCP. Needs root. */
export class DebianPostgres {
  private constructor(
    private readonly root: string,
    /** in the root */
    private readonly folder: string,
    readonly port: number,
    private readonly server: BoundProcess,
    /** all that it has written */
    readonly log: () => string,
  ) {}

  static async start({
    settings = [],
    major,
    encoding,
    root = '',
  }: DebianCluster = {}): Promise<DebianPostgres> {
    const majors = (await readdir(root + PACKAGED)).filter((name) => /^\d+$/.test(name));
    const bin = join(PACKAGED, major ?? majors.sort().at(-1)!, 'bin');
    const folder = (await mkdtemp(`${root}${join(tmpdir(), 'chat-admin-postgres-')}`)).slice(
      root.length,
    );
    await run(...commandIn(root, ['chown', 'postgres', folder]));
    const data = join(folder, 'data');
    const how = ['--auth-local=peer', '--auth-host=scram-sha-256', '--locale=C', '--no-sync'];
    if (encoding !== undefined) how.push(`--encoding=${encoding}`);
    const initdb = [join(bin, 'initdb'), '--pgdata', data, ...how];
    await run(...commandIn(root, ['/usr/bin/setpriv', ...AS_POSTGRES, ...initdb]), { cwd: '/' });
    const port = await stablePort();
    const options = [`port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off', ...settings];
    const words = ['--pdeathsig=KILL', join(bin, 'postgres'), '-D', data];
    let log = '';
    const settled = options.flatMap((option) => ['-c', option]);
    const server = startBound(
      ...commandIn(root, ['/usr/bin/setpriv', ...AS_POSTGRES, ...words, ...settled]),
      { onOutput: (text) => (log += text) },
    );
    const started = new DebianPostgres(root, folder, port, server, () => log);
    await until('PostgreSQL answers', async () => (await started.query('select 1')) === '1');
    return started;
  }

  /** Where psql finds it. */
  get environment(): NodeJS.ProcessEnv {
    return { PGHOST: this.folder, PGPORT: String(this.port) };
  }

  /** Runs a statement as superuser. @returns its values, one a line */
  async query(statement: string, database = 'postgres'): Promise<string> {
    const psql = ['psql', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-qAt', '-d', database];
    const words = ['/usr/bin/setpriv', ...AS_POSTGRES, ...psql, '-c', statement];
    const { stdout } = await run(...commandIn(this.root, words), {
      cwd: '/',
      env: { PATH: process.env['PATH'], ...this.environment },
    });
    return stdout.trim();
  }

  /** For connections by TCP, as superuser. */
  async url(): Promise<string> {
    const password = randomUUID();
    await this.query(`alter role postgres password '${password}'`);
    return `postgres://postgres:${password}@127.0.0.1:${this.port}/postgres`;
  }

  async remove(): Promise<void> {
    await this.server.kill();
    await rm(this.root + this.folder, { recursive: true, maxRetries: 5 });
  }
}

function commandIn(root: string, words: readonly string[]): [string, readonly string[]] {
  const [program, ...rest] = root === '' ? words : insideRoot(root, words);
  return [program!, rest];
}
