import { readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBound } from '@chat-admin/processes/bound-process';
import type { BoundProcess } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { debian13Package } from './debian-13-package.js';
import { ensureInstalled } from './ensure-installed.js';
import { until } from './until.js';

const NOBODY = 65534;

/** Debian 12's 1.18 knows nothing of named statements, Debian 13's 1.24 follows them. */
export type PgBouncerVersion = '1.18' | '1.24';

export interface PgBouncerOptions {
  /** of the server behind it */
  readonly url: string;
  readonly mode: 'session' | 'transaction' | 'statement';
  readonly version?: PgBouncerVersion;
  /** roles beside that of the address, whose passwords are their names */
  readonly roles?: readonly string[];
  readonly port?: number;
}

/** A PgBouncer before a PostgreSQL, with its own defaults; it lets in who knows the password of a role. */
export class PgBouncer {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: BoundProcess,
  ) {}

  static async start(options: PgBouncerOptions): Promise<PgBouncer> {
    const { url, mode, version = '1.18', roles = [] } = options;
    const program = await programOf(version);
    const { hostname, port: serverPort, username, password } = new URL(url);
    const port = options.port ?? (await stablePort());
    const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    const logins = [
      [decodeURIComponent(username), decodeURIComponent(password)],
      ...roles.map((role) => [role, role]),
    ];
    const users = join(folder, 'users');
    await writeFile(users, logins.map(([name, secret]) => `"${name}" "${secret}"\n`).join(''));
    const file = join(folder, 'pgbouncer.ini');
    const lines = [
      ...['[databases]', `* = host=${hostname} port=${serverPort}`],
      ...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
      ...['auth_type = plain', `auth_file = ${users}`, `pool_mode = ${mode}`],
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    for (const path of [folder, users, file]) await chown(path, NOBODY, NOBODY);
    const words = ['--reuid=nobody', '--clear-groups', '--pdeathsig=KILL', ...program, file];
    const child = startBound('/usr/bin/setpriv', words, {});
    await until('PgBouncer listens', () => listens(port));
    return new PgBouncer(port, folder, child);
  }

  /** The same address, through it. */
  through(url: string): string {
    const pooled = new URL(url);
    pooled.hostname = '127.0.0.1';
    pooled.port = String(this.port);
    return pooled.href;
  }

  async stop(): Promise<void> {
    await this.child.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The words that run it. */
async function programOf(version: PgBouncerVersion): Promise<readonly string[]> {
  if (version === '1.18') return [await ensureInstalled('pgbouncer')];
  const root = await debian13Package('pgbouncer');
  const [triplet] = readdirSync(`${root}/usr/lib`).filter((name) => name.endsWith('-linux-gnu'));
  const libraries = `${root}/usr/lib/${triplet}`;
  const [loader] = readdirSync(libraries).filter((name) => /^ld-linux-.*\.so\.\d$/.test(name));
  return [`${libraries}/${loader}`, '--library-path', libraries, `${root}/usr/sbin/pgbouncer`];
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => socket.destroy());
    socket.on('connect', () => socket.end());
  });
}
