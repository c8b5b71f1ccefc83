/** Validates and converts a value of an answer. @throws UnexpectedShape */
export type Shape<T> = (value: unknown) => T;

export type Shaped<S> = S extends Shape<infer T> ? T : never;

/** An answer violates the contract. */
export class UnexpectedShape extends Error {}

function expected(what: string): never {
  throw new UnexpectedShape(`expected ${what}`);
}

export const text: Shape<string> = (value) =>
  typeof value === 'string' ? value : expected('text');

export const flag: Shape<boolean> = (value) =>
  typeof value === 'boolean' ? value : expected('true or false');

export const number: Shape<number> = (value) =>
  typeof value === 'number' ? value : expected('a number');

export const count: Shape<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : expected('a count');

/** Seconds since the epoch, with fractions. */
export const time: Shape<Date> = (value) => {
  const date = new Date(Math.round(number(value) * 1000));
  return Number.isNaN(date.getTime()) ? expected('a time') : date;
};

export function oneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return (value) => values.find((known) => known === value) ?? expected(values.join(' or '));
}

/** Absent or null. */
export function optional<T>(shape: Shape<T>): Shape<T | null> {
  return (value) => (value === undefined || value === null ? null : shape(value));
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value) => (Array.isArray(value) ? value.map(shape) : expected('a list'));
}

/** Other members are dropped. */
export function members<T extends object>(shapes: {
  readonly [K in keyof T]: Shape<T[K]>;
}): Shape<T> {
  const entries = Object.entries(shapes) as [string, Shape<unknown>][];
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return expected('an object');
    }
    const found = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(entries.map(([name, shape]) => [name, shape(found[name])])) as T;
  };
}
