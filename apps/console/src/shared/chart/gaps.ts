/**
 * A line with its values, which breaks off where samples are missing.
 * @param times seconds since 1970, ascending
 * @param step seconds from one sample to the next
 */
export function withGaps(
  times: readonly number[],
  values: readonly number[],
  step: number,
): [times: number[], values: (number | null)[]] {
  const shownTimes: number[] = [];
  const shown: (number | null)[] = [];
  for (const [place, time] of times.entries()) {
    const before = times[place - 1];
    if (before !== undefined && time - before > step * 1.5) {
      shownTimes.push(before + step);
      shown.push(null);
    }
    shownTimes.push(time);
    shown.push(values[place]!);
  }
  return [shownTimes, shown];
}
