import { Registry } from 'prom-client';
import type { Gauge, MetricValue } from 'prom-client';
import { METRICS } from './catalogue.js';
import type { MetricDescription, MetricName } from './catalogue.js';

/** In seconds; the small ones because a read takes one or two milliseconds, the rest as OpenTelemetry has them. */
const BOUNDS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
] as const;

/** The values of the labels, in the order of the catalogue. */
export type LabelValues = readonly (string | number)[];

type Samples = number | readonly (readonly [labels: LabelValues, value: number])[];

/**
 * Metrics of the catalogue, registered with prom-client. Its own counters and histograms check and sort the labels of every
 * observation, a twentieth of the CPU of a small request; here whoever observes keeps the series of its labels.
 */
export class Instruments {
  readonly registry = new Registry();

  counter(name: MetricName): Counts {
    const counts = new Counts();
    this.register(name, () => counts.values().map((row) => sample(name, row.labels, row.count)));
    return counts;
  }

  histogram(name: MetricName): Durations {
    const durations = new Durations();
    this.register(name, () => durations.values().flatMap((series) => bucketsOf(name, series)));
    return durations;
  }

  /** @param read asked at each scrape; `null`: there is nothing to tell. What it throws is nothing, too */
  reading(name: MetricName, read: () => Samples | null | Promise<Samples | null>): void {
    this.register(name, async () => {
      const found = await Promise.resolve()
        .then(read)
        .catch(() => null);
      if (found === null) return [];
      const rows = typeof found === 'number' ? [[[], found] as const] : found;
      return rows.map(([labels, value]) => sample(name, labels, value));
    });
  }

  private register(
    name: MetricName,
    values: () => MetricValue<string>[] | Promise<MetricValue<string>[]>,
  ): void {
    const { help, type }: MetricDescription = METRICS[name];
    const get = async () => ({ name, help, type, aggregator: 'sum', values: await values() });
    this.registry.registerMetric({ name, get } as unknown as Gauge);
  }
}

/** One series of a counter. */
export interface Count {
  readonly labels: LabelValues;
  count: number;
}

/** A counter. Series appear when they are first asked for. */
export class Counts {
  private readonly series = new Map<string, Count>();

  of(...labels: LabelValues): Count {
    return remembered(this.series, labels, () => ({ labels, count: 0 }));
  }

  values(): readonly Count[] {
    return [...this.series.values()];
  }
}

/** One series of a histogram. */
export class DurationSeries {
  /** by bound, not cumulative; the last one is beyond all bounds */
  readonly counts = Array<number>(BOUNDS_SECONDS.length + 1).fill(0);
  seconds = 0;

  constructor(readonly labels: LabelValues) {}

  observe(seconds: number): void {
    let bound = 0;
    while (bound < BOUNDS_SECONDS.length && seconds > BOUNDS_SECONDS[bound]!) bound += 1;
    this.counts[bound]! += 1;
    this.seconds += seconds;
  }
}

/** A histogram of durations. Series appear when they are first asked for. */
export class Durations {
  private readonly series = new Map<string, DurationSeries>();

  of(...labels: LabelValues): DurationSeries {
    return remembered(this.series, labels, () => new DurationSeries(labels));
  }

  values(): readonly DurationSeries[] {
    return [...this.series.values()];
  }
}

function remembered<T>(series: Map<string, T>, labels: LabelValues, make: () => T): T {
  const key = labels.join('\n');
  const found = series.get(key);
  if (found !== undefined) return found;
  const made = make();
  series.set(key, made);
  return made;
}

const labelled = (name: MetricName, values: LabelValues): Record<string, string | number> =>
  Object.fromEntries(METRICS[name].labels.map((label, index) => [label, values[index]!]));

const sample = (name: MetricName, labels: LabelValues, value: number): MetricValue<string> => ({
  labels: labelled(name, labels),
  value,
});

function bucketsOf(
  name: MetricName,
  { labels, counts, seconds }: DurationSeries,
): MetricValue<string>[] {
  const own = labelled(name, labels);
  let count = 0;
  const buckets = counts.map((here, index) => {
    count += here;
    const le = BOUNDS_SECONDS[index] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { le, ...own }, value: count };
  });
  const total = (suffix: string, value: number) => ({
    metricName: `${name}_${suffix}`,
    labels: { ...own },
    value,
  });
  return [...buckets, total('sum', seconds), total('count', count)];
}
