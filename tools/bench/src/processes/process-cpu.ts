import { readdir, readFile } from 'node:fs/promises';

/** Linux counts CPU times in ticks of this length, whatever the kernel's own are. */
const TICK_MS = 10;

interface Times {
  readonly pid: number;
  readonly parent: number;
  readonly ownMs: number;
  /** of children that have ended */
  readonly endedMs: number;
}

/** CPU time of a process and of all its children, those that have ended included. */
export async function cpuMsOf(pid: number): Promise<number> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(processes.map(timesOf))).filter((times) => times !== null);
  return all
    .filter((times) => times.pid === pid || times.parent === pid)
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
