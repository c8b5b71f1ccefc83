export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest rank; NaN throughout when there are no values. */
export function summary(values: readonly number[]): Summary {
  const sorted = Float64Array.from(values).sort();
  const share = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? NaN;
  return {
    count: sorted.length,
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    max: sorted.at(-1) ?? NaN,
  };
}
