/** A call whose work may grow faster than its input, and how long that was. */
export interface CostlyCall {
  readonly name: 'normalize' | 'sort' | 'toSorted';
  readonly size: number;
}

/** Notes such calls of this process until `restore`. */
export class CostlyCalls {
  readonly seen: CostlyCall[] = [];
  private readonly originals: (() => void)[] = [];

  constructor() {
    this.count(String.prototype, 'normalize');
    this.count(Array.prototype, 'sort');
    this.count(Array.prototype, 'toSorted');
  }

  /** The longest input of such a call; 0: there was none. */
  longest(name: CostlyCall['name']): number {
    return this.seen.reduce(
      (most, one) => (one.name === name ? Math.max(most, one.size) : most),
      0,
    );
  }

  restore(): void {
    for (const restore of this.originals.splice(0)) restore();
  }

  private count(prototype: object, name: CostlyCall['name']): void {
    const { seen } = this;
    const before = Object.getOwnPropertyDescriptor(prototype, name)!;
    const original = before.value as (...values: unknown[]) => unknown;
    function counted(this: { readonly length: number }, ...values: unknown[]): unknown {
      seen.push({ name, size: this.length });
      return original.apply(this, values);
    }
    Object.defineProperty(prototype, name, { ...before, value: counted });
    this.originals.push(() => Object.defineProperty(prototype, name, before));
  }
}

/** Texts that take the longest to normalise, to fold or to split: alternating marks, ligatures, Hangul, long folds, separators. */
export const WORST_TEXTS: readonly string[] = [
  ...['\u0301\u0316', '\ufdfa', '\uac01', '\u1100\u1161\u11a8', '\u0390', '\u1fb7', '\u{1d1c0}'],
  ...[',', '\n', ';', '/', '.', '@', ' ', '\u00ad'],
];
