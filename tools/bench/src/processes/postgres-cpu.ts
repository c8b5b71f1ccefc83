import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterIn } from '@chat-admin/embedded-postgres/place';

/** Linux counts CPU times in ticks of this length, whatever the kernel's own are. */
const TICK_MS = 10;

interface Times {
  readonly pid: number;
  readonly parent: number;
  readonly ownMs: number;
  /** of children that have ended */
  readonly endedMs: number;
}

/** CPU time of the embedded server in `directory` and of all its backends, those that have ended included. */
export async function postgresCpuMs(directory: string): Promise<number> {
  const [pid] = (await readFile(join(clusterIn(directory), 'postmaster.pid'), 'utf8')).split('\n');
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(processes.map(timesOf))).filter((times) => times !== null);
  return all
    .filter((times) => times.pid === Number(pid) || times.parent === Number(pid))
    .reduce((sum, { ownMs, endedMs }) => sum + ownMs + endedMs, 0);
}

/** `null` when the process has ended meanwhile. Fields: proc(5), /proc/[pid]/stat */
async function timesOf(pid: string): Promise<Times | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (from: number): number => Number(fields[from]) + Number(fields[from + 1]);
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    ownMs: ticks(11) * TICK_MS,
    endedMs: ticks(13) * TICK_MS,
  };
}
