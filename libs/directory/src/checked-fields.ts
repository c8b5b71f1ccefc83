type Members = Readonly<Record<string, unknown>>;

/** Reads an object member by member, and notes every fault with its place instead of stopping at the first. */
export class CheckedFields {
  private readonly members: Members;
  private readonly known = new Set<string>();

  constructor(
    value: unknown,
    /** of the object, for faults */
    readonly place: string,
    private readonly faults: string[],
  ) {
    if (isObject(value)) this.members = value;
    else {
      this.members = {};
      faults.push(`${place}: must be members and values`);
    }
  }

  has(name: string): boolean {
    this.known.add(name);
    return this.members[name] !== undefined && this.members[name] !== null;
  }

  /** @param otherwise where it is absent; without it, that is a fault */
  text(name: string, otherwise?: string, form: RegExp = /\S/, means = 'text'): string {
    return this.value(
      name,
      otherwise,
      (value) => typeof value === 'string' && value.length <= 10_000 && form.test(value),
      `must be ${means}`,
    );
  }

  optional(name: string): string | null {
    return this.has(name) ? this.text(name) : null;
  }

  number(name: string, otherwise: number, least: number, most: number): number {
    const fits = (value: unknown) =>
      Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
    return this.value(name, otherwise, fits, `must be a whole number from ${least} to ${most}`);
  }

  flag(name: string, otherwise: boolean): boolean {
    const fits = (value: unknown) => typeof value === 'boolean';
    return this.value(name, otherwise, fits, 'must be true or false');
  }

  oneOf<T extends string>(name: string, choices: readonly T[], otherwise?: T): T {
    const fits = (value: unknown) => (choices as readonly unknown[]).includes(value);
    return this.value(name, otherwise, fits, `must be one of ${choices.join(', ')}`);
  }

  list(name: string, otherwise?: readonly unknown[]): readonly unknown[] {
    const fits = (value: unknown) => Array.isArray(value) && value.length > 0;
    const found: unknown = this.value(name, otherwise, fits, 'must be a list');
    return Array.isArray(found) ? found : [];
  }

  object(name: string): CheckedFields {
    const value = this.has(name) ? this.members[name] : {};
    return new CheckedFields(value, `${this.place}.${name}`, this.faults);
  }

  /** All members, which are texts by names of any kind. */
  texts(): Readonly<Record<string, string>> {
    const found: Record<string, string> = Object.create(null);
    for (const name of Object.keys(this.members)) found[name] = this.text(name);
    return found;
  }

  fault(name: string, message: string): void {
    this.faults.push(`${this.place}.${name}: ${message}`);
  }

  /** Notes members that nothing has asked for. */
  end(): void {
    for (const name of Object.keys(this.members)) {
      if (!this.known.has(name)) this.fault(name, 'there is no such member');
    }
  }

  private value<T>(
    name: string,
    otherwise: T | undefined,
    fits: (value: unknown) => boolean,
    fault: string,
  ): T {
    const value = this.has(name) ? this.members[name] : undefined;
    if (value === undefined && otherwise !== undefined) return otherwise;
    if (value === undefined) this.fault(name, 'is missing');
    else if (fits(value)) return value as T;
    else this.fault(name, fault);
    // goes nowhere, since there is a fault
    return (otherwise ?? '') as T;
  }
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
