import { createServer, type AddressInfo } from 'node:net';
import { constants, open, readFile, rename, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.js';
import { type Ending, endOf, spawnProgram } from './run.js';

export interface ServerProcess {
  readonly port: number;
  readonly ended: Promise<Ending>;
  /** the server's log since its start */
  log(): Promise<string>;
  /** fast shutdown, escalating if it takes too long; idempotent */
  stop(): Promise<void>;
}

/** For data of some 10,000 users: less memory and disk, and no process that only waits. */
const FRUGAL = {
  shared_buffers: '32MB',
  // what is kept of the log for reuse: two segments
  min_wal_size: '32MB',
  max_logical_replication_workers: 0,
  io_method: 'sync',
};

const logLimitBytes = 10 * 1024 * 1024;

/** Starts the server. It is not ready yet and may still fail: see `ended` and `log`. */
export async function spawnServer(
  postgres: string,
  options: {
    cluster: string;
    logFile: string;
    port: number;
    durable: boolean;
    frugal: boolean;
    account: Account | null;
  },
): Promise<ServerProcess> {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: '',
    max_connections: 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.frugal ? FRUGAL : {}),
    ...(options.durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { log, logged } = await openLog(options.logFile, options.account);
  const child = spawnProgram(postgres, ['-D', options.cluster, ...args], options.account, log.fd);
  const ended = endOf(child);
  ended.catch(() => undefined);
  await log.close();

  // a launcher that exits without stop() terminates the server if possible
  const lastWill = () => child.kill('SIGINT');
  process.once('exit', lastWill);
  const forget = () => process.off('exit', lastWill);
  ended.then(forget, forget);

  const stop = async () => {
    child.kill('SIGINT');
    const quitTimer = setTimeout(() => child.kill('SIGQUIT'), 30_000);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 40_000);
    await ended.catch(() => undefined);
    clearTimeout(quitTimer);
    clearTimeout(killTimer);
  };
  return {
    port: options.port,
    ended,
    log: async () => (await readFile(options.logFile)).subarray(logged).toString(),
    stop,
  };
}

async function openLog(file: string, account: Account | null) {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimitBytes) await rename(file, `${file}.old`);
  // root may be writing into another user's directory: do not follow links there
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const log = await open(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  if (account) await log.chown(account.uid, account.gid);
  return { log, logged: (await log.stat()).size };
}

/** A port that is free now; another process may take it before the server does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

const portTaken = /could not bind|could not create any TCP\/IP sockets/;
/** Backends briefly outlive a killed server. */
const stillGoing = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;
const timeoutMs = 20_000;

/**
 * Starts the server, retrying on another port if the free port was taken in the meantime, and while
 * backends of a killed server are still ending.
 * @param ready resolves when the server accepts connections; must give up when the server has ended
 */
export async function startServer(
  attempt: (port: number) => Promise<ServerProcess>,
  ready: (server: ServerProcess) => Promise<void>,
  fixedPort?: number,
): Promise<ServerProcess> {
  for (const end = Date.now() + timeoutMs; ; await delay(100)) {
    const server = await attempt(fixedPort ?? (await freePort()));
    try {
      await ready(server);
      return server;
    } catch (error) {
      await server.stop();
      const log = await server.log();
      const worthARetry = stillGoing.test(log) || (!fixedPort && portTaken.test(log));
      if (!worthARetry || Date.now() > end) throw error;
    }
  }
}
