import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * How often the delay of the event loop is sampled; with prom-client's 10 ms this is most of what an idle process does.
 * A sample includes the interval.
 */
const LAG_INTERVAL_MS = 100;

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
  return registry;
}
