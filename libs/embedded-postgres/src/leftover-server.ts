import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isServerOf, processStart } from './process-identity.js';

const escalation: readonly (readonly [signal: NodeJS.Signals, timeoutMs: number])[] = [
  ['SIGINT', 30_000], // fast shutdown
  ['SIGQUIT', 10_000], // immediate shutdown: recovery at the next start
  ['SIGKILL', 10_000],
];

/**
 * Stops the server that a killed launcher left running on the cluster, and removes a postmaster.pid
 * whose pid has been reused by another process (PostgreSQL handles the other stale ones). Call with
 * the launcher lock held: otherwise the server may be in use. Does nothing without a cluster.
 */
export async function stopLeftoverServer(path: string): Promise<void> {
  const cluster = await realpath(path).catch(() => null);
  if (!cluster) return;
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 1) || processStart(pid) === null) return;
  if (!isServerOf(pid, cluster)) return rm(file, { force: true });
  for (const [signal, timeoutMs] of escalation) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    if (await isGone(pid, cluster, timeoutMs)) return;
  }
  throw new Error(`The server process ${pid} left over on ${cluster} does not stop.`);
}

/** Polls, because it is not a child process. */
async function isGone(pid: number, cluster: string, timeoutMs: number): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await delay(20)) {
    if (!isServerOf(pid, cluster)) return true;
  }
  return false;
}
