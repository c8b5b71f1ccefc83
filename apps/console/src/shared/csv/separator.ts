/** What stands between the cells of a line. */
export const SEPARATORS = [';', ',', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

const LINES = 20;

/** The one that divides most lines of the beginning as it does the first; of several the one with more cells. */
export function guessSeparator(sample: string): Separator {
  const lines = linesOf(sample);
  const [best] = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const expected = counts[0] ?? 0;
    const alike = counts.filter((count) => count === expected).length / Math.max(1, lines.length);
    return { separator, expected, isSteady: expected > 0 && alike >= 0.5 };
  }).sort((a, b) => Number(b.isSteady) - Number(a.isSteady) || b.expected - a.expected);
  return best!.expected > 0 ? best!.separator : ',';
}

/** Lines that are not empty, without what stands in quotes. */
const linesOf = (sample: string): readonly string[] =>
  sample
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
