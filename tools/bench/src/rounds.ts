/** Things that are measured repeatedly; `round` counts from 0. */
export type Variants<Sample> = Readonly<Record<string, (round: number) => Promise<Sample>>>;

/**
 * Runs all variants in each round, every other round in reverse order. The first round is a
 * warm-up. @returns the samples of each variant, by round
 */
export async function alternate<Sample, Names extends Variants<Sample>>(
  variants: Names & Variants<Sample>,
  rounds: number,
): Promise<{ readonly [Name in keyof Names]: Sample[] }> {
  const order = Object.keys(variants);
  const samples = Object.fromEntries(order.map((name) => [name, [] as Sample[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      const sample = await variants[name]!(round);
      if (round > 0) samples[name]!.push(sample);
    }
  }
  return samples as { [Name in keyof Names]: Sample[] };
}
