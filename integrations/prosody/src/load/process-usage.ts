import { readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100; // on Linux, whatever the kernel's tick rate
const KIBIBYTES_PER_MEBIBYTE = 1024;

export interface ProcessUsage {
  /** resident memory, MiB */
  readonly rss: number;
  /** since the process started, user and system */
  readonly cpuSeconds: number;
}

/** What Linux reports about a process. */
export async function processUsage(pid: number): Promise<ProcessUsage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // the second field is the name in parentheses, which may hold blanks
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return {
    rss: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / KIBIBYTES_PER_MEBIBYTE,
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
  };
}
