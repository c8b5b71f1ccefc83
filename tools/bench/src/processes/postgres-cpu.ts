import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterIn } from '@chat-admin/embedded-postgres/place';
import { cpuMsOf } from './process-cpu.js';

/** CPU time of the embedded server in `directory` and of all its backends. */
export async function postgresCpuMs(directory: string): Promise<number> {
  const [pid] = (await readFile(join(clusterIn(directory), 'postmaster.pid'), 'utf8')).split('\n');
  return cpuMsOf(Number(pid));
}
