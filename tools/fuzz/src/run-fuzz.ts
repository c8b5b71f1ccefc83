import { fuzz, type FuzzReport } from './requests/fuzz-run.js';
import { withFuzzed } from './with-fuzzed.js';

export interface FuzzRunOptions {
  readonly seed: number;
  readonly requests: number;
  readonly instances: number;
  readonly workers: number;
}

/** Starts everything, asks, and tells what was wrong. @returns the exit code */
export function runFuzz(options: FuzzRunOptions): Promise<number> {
  return withFuzzed(options.instances, async (targets) => {
    console.log(`Seed ${options.seed}, ${options.requests} requests`);
    const begin = performance.now();
    const progress = (done: number) => done % 10_000 === 0 && console.log(`${done} requests`);
    const report = await fuzz(targets, { ...options, progress });
    print(report, (performance.now() - begin) / 1000);
    console.log(`Webhooks of others were changed ${targets.takeover.others} times`);
    console.log(`${targets.takeover.received} events came to receivers`);
    return report.faults.length > 0 ? 1 : 0;
  });
}

function print(
  { requests, statuses, slowBodies, faults, slowness, unreached }: FuzzReport,
  seconds: number,
): void {
  const counts = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status} ${times}`);
  console.log(`${requests} requests in ${seconds.toFixed(0)} s: ${counts.join(', ')}`);
  if (unreached.length > 0) console.log(`Never answered with success: ${unreached.join(', ')}`);
  console.log(`Slow bodies: ${Array.from(slowBodies, (one) => one.join(' ')).join(', ')}`);
  for (const line of slowness) console.log(line);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length > 0 ? `${faults.length} faults` : 'No faults');
}
