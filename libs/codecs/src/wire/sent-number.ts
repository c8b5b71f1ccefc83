/**
 * A number of a body that a double would change: text keeps its digits as they were sent. Contract:
 * core 1.6, CK-35
 */
export class SentNumber {
  constructor(private readonly digits: string) {}

  valueOf(): number {
    return Number(this.digits);
  }

  toString(): string {
    return this.digits;
  }

  toJSON(): string {
    return this.digits;
  }
}

/** What scalars other than text take a value for. */
export const asNumber = (value: unknown): unknown =>
  value instanceof SentNumber ? value.valueOf() : value;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** No text of a body can hold it. */
const MARK = '\0';

/** Whether a token of JSON is a number that would be written with other digits than it was sent with. */
export function changesAsDouble(token: string): boolean {
  return NUMBER.test(token) && String(Number(token)) !== token;
}

/** JSON text that {@link sentNumbers} reads. */
export const marked = (token: string): string => JSON.stringify(MARK + token);

/** For JSON.parse of a text with marked numbers. */
export const sentNumbers = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(MARK) ? new SentNumber(value.slice(1)) : value;

const MAY_CHANGE = /\d{16}|\d[.eE]|-0/;
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

/** JSON with texts in place of the numbers that a double would change. */
export function withDigitsAsText(json: string): string {
  if (!MAY_CHANGE.test(json)) return json;
  return json.replace(TEXT_OR_NUMBER, (token) => (changesAsDouble(token) ? `"${token}"` : token));
}
