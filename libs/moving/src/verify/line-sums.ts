import { hash } from 'node:crypto';

const HEX_DIGITS = 12;
const MODULUS = 2 ** 48;
const BETWEEN = '\u0001';
const NOTHING = '\u0002';
const FIRST_SIZE = 1_024;

/** Counts the lines of conversations, and adds up digests of all of them: the same in whatever order they come. */
export class LineSums {
  private readonly places = new Map<string, number>();
  /** of each place its lines and their sum; an object each would take four times the memory */
  private numbers = new Float64Array(2 * FIRST_SIZE);
  lines = 0;

  add(name: string, cells: readonly (string | null)[]): void {
    const at = 2 * this.placeOf(name);
    const text = cells.map((cell) => cell ?? NOTHING).join(BETWEEN);
    const digest = Number.parseInt(hash('md5', text).slice(0, HEX_DIGITS), 16);
    this.lines += 1;
    this.numbers[at]! += 1;
    this.numbers[at + 1] = (this.numbers[at + 1]! + digest) % MODULUS;
  }

  get names(): readonly string[] {
    return [...this.places.keys()];
  }

  /** How many lines a conversation has, and their sum; 0 of one that has none. */
  of(name: string): { readonly lines: number; readonly sum: string } {
    const at = 2 * (this.places.get(name) ?? this.numbers.length);
    return { lines: this.numbers[at] ?? 0, sum: String(this.numbers[at + 1] ?? 0) };
  }

  private placeOf(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    const place = this.places.size;
    this.places.set(name, place);
    if (2 * place === this.numbers.length) {
      const more = new Float64Array(2 * this.numbers.length);
      more.set(this.numbers);
      this.numbers = more;
    }
    return place;
  }
}

/** The sum in SQL. @param cells texts; moments by {@link millisecondsIn} */
export function sumIn(cells: readonly string[]): string {
  const text = cells.map((cell) => `coalesce(${cell}, chr(2))`).join(', ');
  const digest = `('x' || substr(md5(concat_ws(chr(1), ${text})), 1, ${HEX_DIGITS}))::bit(48)::bigint`;
  return `coalesce(mod(sum(${digest}), ${MODULUS}), 0)::text`;
}

export const millisecondsIn = (moment: string): string =>
  `((extract(epoch from ${moment}) * 1000)::bigint)::text`;
