/** Things that are measured repeatedly; `round` counts from 0. */
export type Variants<Sample> = Readonly<Record<string, (round: number) => Promise<Sample>>>;

/**
 * As {@link alternate}, each round beginning with the next variant, so that none runs twice in a row:
 * it would find its code and data in the caches of the processor.
 */
export function inTurn<Sample, Names extends Variants<Sample>>(
  variants: Names & Variants<Sample>,
  rounds: number,
): Promise<{ readonly [Name in keyof Names]: Sample[] }> {
  return measured(variants, rounds, (order, round) => {
    const first = round % order.length;
    return [...order.slice(first), ...order.slice(0, first)];
  });
}

/**
 * Runs all variants in each round, every other round in reverse order. The first round is a
 * warm-up. @returns the samples of each variant, by round
 */
export function alternate<Sample, Names extends Variants<Sample>>(
  variants: Names & Variants<Sample>,
  rounds: number,
): Promise<{ readonly [Name in keyof Names]: Sample[] }> {
  return measured(variants, rounds, (order, round) =>
    round % 2 === 0 ? order : order.toReversed(),
  );
}

async function measured<Sample, Names extends Variants<Sample>>(
  variants: Names & Variants<Sample>,
  rounds: number,
  orderOf: (names: readonly string[], round: number) => readonly string[],
): Promise<{ readonly [Name in keyof Names]: Sample[] }> {
  const names = Object.keys(variants);
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of orderOf(names, round)) {
      const sample = await variants[name]!(round);
      if (round > 0) samples[name]!.push(sample);
    }
  }
  return samples as { [Name in keyof Names]: Sample[] };
}
