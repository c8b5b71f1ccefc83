import { collectDefaultMetrics, Counter, Registry } from 'prom-client';

/**
 * How often the delay of the event loop is sampled, which an idle process pays for: 8 ms of CPU a second with
 * prom-client's 10 ms, 0.8 with 100, 0.3 with 250. A sample includes the interval.
 */
const LAG_INTERVAL_MS = 250;

/** prom-client counts CPU time from when it is asked to, not from the start of the process. */
const OWN = {
  process_cpu_user_seconds_total: 'Total user CPU time spent in seconds.',
  process_cpu_system_seconds_total: 'Total system CPU time spent in seconds.',
  process_cpu_seconds_total: 'Total user and system CPU time spent in seconds.',
};
/** Gauges with names of counters, which Prometheus' linter complains about; `nodejs_active_resources` says the same. */
const DROPPED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

let registry: Registry | null = null;

/** Metrics of this process and of Node, for whatever apps it runs, in the Prometheus text format. */
export function processMetrics(): Promise<string> {
  return opened().metrics();
}

/** Begins to collect; later calls have no effect. */
export function collectProcessMetrics(): void {
  opened();
}

function opened(): Registry {
  if (registry !== null) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
  for (const name of [...DROPPED, ...Object.keys(OWN)]) registry.removeSingleMetric(name);
  collectCpuTime(registry);
  return registry;
}

function collectCpuTime(register: Registry): void {
  const seconds = (micros: number) => micros / 1e6;
  const read = {
    process_cpu_user_seconds_total: () => seconds(process.cpuUsage().user),
    process_cpu_system_seconds_total: () => seconds(process.cpuUsage().system),
    process_cpu_seconds_total: () => {
      const { user, system } = process.cpuUsage();
      return seconds(user + system);
    },
  };
  for (const [name, help] of Object.entries(OWN)) {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [register],
      collect: () => {
        counter.reset();
        counter.inc(read[name as keyof typeof OWN]());
      },
    });
  }
}
