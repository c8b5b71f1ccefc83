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

/** What case folding makes of 1,023 bytes: two become three characters. */
export const MOST_NORMALIZED = 1_536;
/** Of a list; one text is no list. */
export const MOST_SORTED = 1_000;

/** Marks in an order that normalising has to change: it takes the square of their number. */
const MARKS = '\u0301\u0316'.repeat(2_500);
/** Ligatures, Hangul, long folds; what is mapped to nothing. */
const UNITS = ['\ufdfa', '\uac01', '\u1100\u1161\u11a8', '\u0390', '\u1fb7', '\u{1d1c0}', '\u00ad'];
const SEPARATORS = [',', '\n', ';', '/', '.', '@', ' ', '|', '(', '%'];

/** More than any list that was sent may have; sorted the other way round. */
const ENTRIES = Array.from({ length: 5_000 }, (_, index) => (9_999 - index).toString(36));

/** Texts that take the longest to normalise and to fold, and to split and to sort. Each begins like a name. */
export const WORST_TEXTS: readonly string[] = [
  `a${MARKS}${UNITS.map((unit) => unit.repeat(1_000)).join('')}`,
  `${ENTRIES.join(',')}${SEPARATORS.map((one) => one.repeat(5_000)).join('a')}`,
];
export const MOST_SEPARATORS = SEPARATORS.map((one) => one.repeat(100_000)).join('a');
