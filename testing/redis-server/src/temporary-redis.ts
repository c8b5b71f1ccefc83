import { setTimeout as delay } from 'node:timers/promises';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { stablePort } from '@chat-admin/processes/stable-port';

export interface TemporaryRedis {
  /** `redis://…`, with the password if there is one */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** orderly; clients see their connections end */
  stop(): Promise<void>;
  /** immediately, like `kill -9` */
  kill(): Promise<void>;
  /** from now on accepts connections and bytes, but answers nothing */
  pause(): void;
  resume(): void;
}

export interface TemporaryRedisOptions {
  /** that of an earlier server, to replace it; default: a free one */
  readonly port?: number;
  /** default: none */
  readonly password?: string;
}

const TIMEOUT_MS = 60_000;

/** A Redis for tests on 127.0.0.1 without persistence: a stopped or killed one restarts empty. */
export async function startTemporaryRedis(
  options: TemporaryRedisOptions = {},
): Promise<TemporaryRedis> {
  const program = await ensureInstalled('redis-server');
  const { password } = options;
  const port = options.port ?? (await stablePort());
  const server = startBound(program, [
    ...['--bind', '127.0.0.1', '--port', String(port)],
    ...['--save', '', '--appendonly', 'no', '--dir', '/tmp'],
    ...(password === undefined ? [] : ['--requirepass', password]),
  ]);
  await untilReady(server);
  const credentials = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
  return {
    url: `redis://${credentials}127.0.0.1:${port}`,
    port,
    pid: server.pid,
    stop: () => server.stop(),
    kill: () => server.kill(),
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
  };
}

async function untilReady(server: BoundProcess): Promise<void> {
  let over = false;
  const ended = server.ended.then(() => (over = true));
  const end = Date.now() + TIMEOUT_MS;
  while (!server.output().includes('Ready to accept connections')) {
    await Promise.race([ended, delay(20)]);
    if (!over && Date.now() < end) continue;
    await server.kill();
    throw new Error(`redis-server did not start:\n${server.output()}`);
  }
}
