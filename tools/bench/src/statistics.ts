export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws if there are no values */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('Nothing was measured');
  const median = sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

/** Per round, because other load on the machine affects whole rounds. */
export function ratios(above: readonly number[], below: readonly number[]): readonly number[] {
  return above.map((value, round) => value / below[round]!);
}
