import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';

export interface TemporaryMariadb {
  /** `mysql://root@127.0.0.1:…`, without a database */
  readonly url: string;
  /** makes an empty database and feeds it; @returns its address */
  load(name: string, script: string | URL): Promise<string>;
  /** ends it and removes its data */
  stop(): Promise<void>;
}

const TIMEOUT_MS = 60_000;

/** A MariaDB for tests on 127.0.0.1, in utf8mb4, without fsync. */
export async function startTemporaryMariadb(): Promise<TemporaryMariadb> {
  const program = await ensureInstalled('mariadbd');
  const install = await ensureInstalled('mariadb-install-db');
  const client = await ensureInstalled('mariadb');
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-mariadb-'));
  const data = join(folder, 'data');
  const both = [
    ...['--no-defaults', `--datadir=${data}`],
    `--tmpdir=${folder}`, // names of temporary tables are not of one server alone
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ];
  await promisify(execFile)(install, [
    ...both,
    ...['--auth-root-authentication-method=normal', '--skip-test-db'],
  ]);
  const port = await stablePort();
  const server = startBound(program, [
    ...[...both, `--socket=${join(folder, 'socket')}`],
    ...['--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve'],
    ...['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=64M'],
    ...['--character-set-server=utf8mb4', '--collation-server=utf8mb4_bin'],
    ...['--max-allowed-packet=64M'],
  ]);
  await untilReady(server, port);
  const run = async (args: readonly string[], input: string) => {
    const child = promisify(execFile)(client, [
      ...['--no-defaults', '--host=127.0.0.1', `--port=${port}`, '--user=root'],
      ...['--default-character-set=utf8mb4', '--max-allowed-packet=64M', ...args],
    ]);
    child.child.stdin!.end(input);
    await child;
  };
  return {
    url: `mysql://root@127.0.0.1:${port}`,
    load: async (name, script) => {
      await run([], `create database \`${name}\``);
      await run([name], typeof script === 'string' ? script : await readFile(script, 'utf8'));
      return `mysql://root@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function untilReady(server: BoundProcess, port: number): Promise<void> {
  let over = false;
  const ended = server.ended.then(() => (over = true));
  const end = Date.now() + TIMEOUT_MS;
  while (!server.output().includes(`port: ${port}`)) {
    await Promise.race([ended, delay(20)]);
    if (!over && Date.now() < end) continue;
    await server.kill();
    throw new Error(`mariadbd did not start:\n${server.output()}`);
  }
}
