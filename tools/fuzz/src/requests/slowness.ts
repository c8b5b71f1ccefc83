const ADDITIONS = 5_000_000;
const FEW = 21;

/** How long requests take, in units of a bare loop of the same run, so that machines can be compared. */
export class Slowness {
  private readonly loops: number[] = [];
  private readonly generators = new Map<string, { count: number; sumMs: number; mostMs: number }>();

  /** Measures the bare loop; nothing else is to happen meanwhile. */
  measureLoop(): void {
    if (this.loops.length >= FEW) return;
    const begin = performance.now();
    let sum = 0;
    for (let index = 0; index < ADDITIONS; index++) sum = (sum + index) | 0;
    if (sum === 1) throw new Error('The loop was not run');
    this.loops.push(performance.now() - begin);
  }

  note(generator: string, ms: number): void {
    const { count, sumMs, mostMs } = this.generators.get(generator) ?? {
      ...{ count: 0, sumMs: 0, mostMs: 0 },
    };
    const most = Math.max(mostMs, ms);
    this.generators.set(generator, { count: count + 1, sumMs: sumMs + ms, mostMs: most });
  }

  /** @returns a line for each generator */
  lines(): string[] {
    const loopMs = this.loops.toSorted((one, other) => one - other)[this.loops.length >> 1] ?? 1;
    const inLoops = (ms: number) => (ms / loopMs).toFixed(1);
    return Array.from(
      this.generators,
      ([name, { count, sumMs, mostMs }]) =>
        `${name}: ${count} requests, mean ${inLoops(sumMs / count)}, slowest ${inLoops(mostMs)} bare loops`,
    );
  }
}
