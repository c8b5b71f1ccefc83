import type { Bed } from '../bed.js';
import type { LoadJob, LoadResult } from '../load/load-job.js';
import type { Server } from '../processes/server.js';
import type { Usage } from '../processes/usage.js';

export interface Sample extends LoadResult {
  /** requests per second */
  readonly rate: number;
  /** CPU time of the server process per request */
  readonly cpuMicros: number;
  readonly usage: Usage;
}

/** One window of requests to one server. */
export async function sample(
  bed: Bed,
  server: Server,
  job: Omit<LoadJob, 'port'>,
  options: { readonly watch?: boolean } = {},
): Promise<Sample> {
  const work = () => bed.load({ ...job, port: server.port });
  const { result, usage } = await server.during(work, options);
  return {
    ...result,
    usage,
    rate: result.requests / result.seconds,
    cpuMicros: (usage.cpuMs * 1000) / result.requests,
  };
}

export const rates = (samples: readonly Sample[]): number[] => samples.map(({ rate }) => rate);
export const cpu = (samples: readonly Sample[]): number[] =>
  samples.map(({ cpuMicros }) => cpuMicros);

/** Of a window of requests. */
export interface Cost {
  /** requests per second */
  readonly rate: number;
  /** CPU time of the server and of PostgreSQL per request */
  readonly cpuMs: number;
}

export async function costOf(bed: Bed, server: Server, job: Omit<LoadJob, 'port'>): Promise<Cost> {
  const before = await bed.postgresCpuMs();
  const { requests, rate, usage } = await sample(bed, server, job);
  return { rate, cpuMs: (usage.cpuMs + (await bed.postgresCpuMs()) - before) / requests };
}
