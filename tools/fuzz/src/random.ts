const TWO_TO_32 = 2 ** 32;

/** Random choices that a seed repeats (splitmix32). Not for secrets. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** One of its own for part `index` of the work, so that parts can be done in any order. */
  static part(seed: number, index: number): Random {
    return new Random(new Random(seed ^ Math.imul(index + 1, 0x9e3779b1)).uint32());
  }

  uint32(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let mixed = this.state ^ (this.state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  /** from 0 to `end`, which is not reached */
  below(end: number): number {
    return Math.floor((this.uint32() / TWO_TO_32) * end);
  }

  /** true once in `times` */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('There is nothing to choose from');
    return choices[this.below(choices.length)]!;
  }

  list<T>(maxLength: number, make: () => T): T[] {
    return Array.from({ length: this.below(maxLength + 1) }, make);
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.below(rest.length), 1)[0]!);
  }
}
