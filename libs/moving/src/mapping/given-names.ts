/**
 * Names of the source that somebody has given other ones, by all spellings in which the source refers to them: as it has them, and in
 * prepared form, or where none is possible in whatever case.
 */
export class GivenNames<T extends string | object = string> {
  private readonly exact = new Map<string, T>();
  private readonly spellings = new Map<string, string>();
  private readonly met = new Set<string>();
  readonly values = new Set<T>();

  /** @param prepare null: no such name is possible here */
  constructor(private readonly prepare: (name: string) => string | null) {}

  add(name: string, given: T): void {
    this.exact.set(name, given);
    this.values.add(given);
    if (this.prepare(name) === null) this.refer(name.toLowerCase(), name);
  }

  /** What is not another's in prepared form refers to it. */
  refer(spelling: string, name: string): void {
    if (!this.spellings.has(spelling)) this.spellings.set(spelling, name);
  }

  /** Whether it is given in this very spelling. */
  isGiven(name: string): boolean {
    return this.exact.has(name);
  }

  /** `undefined`: it keeps its name. */
  of(name: string): T | undefined {
    if (this.exact.size === 0) return undefined;
    const spelling = () => this.spellings.get(this.prepare(name) ?? name.toLowerCase());
    const known = this.exact.has(name) ? name : spelling();
    if (known === undefined) return undefined;
    this.met.add(known);
    return this.exact.get(known);
  }

  /** Whether the source was seen to name it. */
  isMet(name: string): boolean {
    return this.met.has(name);
  }
}
