import { SentTime } from '@chat-admin/domain/shared/sent-time';
import { A_FLAG, AN_INTEGER, oneOf, wordIn } from '@chat-admin/domain/shared/words';
import { DATES_ALLOWED, readDate, writeDate } from './dates.js';
import { asNumber, SentNumber } from './sent-number.js';

/** Returned by readers for values that cannot be converted. */
export const UNUSABLE = Symbol('unusable');

/** The conversions of a scalar. `undefined` from a reader means absent. */
export interface Scalar<T> {
  /** in JSON Schema, as it is written */
  readonly schema: { readonly type: string; readonly format?: string };
  /** whether {@link toText} can return characters that XML must escape */
  readonly escaped: boolean;
  /** what is, where `shown` cannot be converted. Contract: extensions E10, I-5 */
  allowed(shown: string): string;
  fromText(text: string): T | undefined | typeof UNUSABLE;
  /** @param value from {@link parseJson}, never undefined */
  fromJson(value: unknown): T | undefined | typeof UNUSABLE;
  toText(value: T): string;
  toJson(value: T, epochDates: boolean): string;
}

const JSON_SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Escapes lone surrogates, so that the text can always be encoded in UTF-8. */
export function jsonString(text: string): string {
  return JSON_SPECIAL.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/**
 * Text is kept verbatim, including blanks. JSON numbers and `true` are read as text. [C-23], [C-25]
 */
export const textScalar: Scalar<string> = {
  schema: { type: 'string' },
  escaped: true,
  allowed: () => 'text',
  fromText: (text) => text,
  fromJson: (value) => {
    if (typeof value === 'string') return value;
    if (value === null || value === false) return undefined;
    return typeof value === 'object' && !(value instanceof SentNumber) ? UNUSABLE : String(value);
  },
  toText: (value) => value,
  toJson: jsonString,
};

/** As {@link textScalar}, but `false` is text, too. Contract: extensions E10, I-2 */
export const looseTextScalar: Scalar<string> = {
  ...textScalar,
  fromJson: (value) => (value === false ? 'false' : textScalar.fromJson(value)),
};

/** Trimmed text; whether it is a JID is checked by the domain. */
export const jidScalar: Scalar<string> = {
  ...textScalar,
  fromText: (text) => text.trim(),
  fromJson: (value) => {
    const text = textScalar.fromJson(value);
    return typeof text === 'string' ? text.trim() : text;
  },
};

const MIN_INTEGER = -(2 ** 31);
const MAX_INTEGER = 2 ** 31 - 1;

function within32Bits(value: number): number | typeof UNUSABLE {
  if (!Number.isInteger(value) || value < MIN_INTEGER || value > MAX_INTEGER) return UNUSABLE;
  return value === 0 ? 0 : value; // no negative zero
}

/** Reads 32-bit integers; writes any integer. [C-24] */
export const integerScalar: Scalar<number> = {
  schema: { type: 'integer', format: 'int32' },
  escaped: false,
  allowed: (shown) =>
    /^[+-]?[0-9]+$/.test(shown.trim()) ? `from ${MIN_INTEGER} to ${MAX_INTEGER}` : AN_INTEGER,
  fromText: (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    return /^[+-]?[0-9]+$/.test(trimmed) ? within32Bits(Number(trimmed)) : UNUSABLE;
  },
  fromJson: (sent) => {
    const value = asNumber(sent);
    if (typeof value === 'number') return within32Bits(value);
    if (typeof value === 'string') return integerScalar.fromText(value);
    return value === null || value === false ? undefined : UNUSABLE;
  },
  toText: String,
  toJson: String,
};

/** An integer, or one of `words` for the numbers from `first` on, in any letter case. */
export function namedIntegerScalar(words: readonly string[], first: number): Scalar<number> {
  const numberOf = (text: string) => {
    const word = wordIn(words, text);
    return word === null ? integerScalar.fromText(text) : words.indexOf(word) + first;
  };
  return {
    ...integerScalar,
    allowed: () => `${oneOf(words)}, or its number`,
    fromText: numberOf,
    fromJson: (value) =>
      typeof value === 'string' ? numberOf(value) : integerScalar.fromJson(value),
  };
}

/** [C-24] */
export const booleanScalar: Scalar<boolean> = {
  schema: { type: 'boolean' },
  escaped: false,
  allowed: () => A_FLAG,
  fromText: (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    if (/^(?:true|1)$/i.test(trimmed)) return true;
    return /^(?:false|0)$/i.test(trimmed) ? false : UNUSABLE;
  },
  fromJson: (sent) => {
    const value = asNumber(sent);
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return value !== 0;
    if (typeof value === 'string') return booleanScalar.fromText(value);
    return value === null ? undefined : UNUSABLE;
  },
  toText: String,
  toJson: String,
};

/** Contract: core 1.9 */
export const dateScalar: Scalar<Date> = {
  schema: { type: 'string', format: 'date-time' },
  escaped: false,
  allowed: () => DATES_ALLOWED,
  fromText: (text) => {
    const trimmed = text.trim();
    return trimmed === '' ? undefined : (readDate(trimmed) ?? UNUSABLE);
  },
  fromJson: (sent) => {
    const value = asNumber(sent);
    if (value === null) return undefined;
    if (typeof value === 'string') return dateScalar.fromText(value);
    return typeof value === 'number' ? (readDate(value) ?? UNUSABLE) : UNUSABLE;
  },
  toText: writeDate,
  toJson: (value, epochDates) => (epochDates ? String(value.getTime()) : `"${writeDate(value)}"`),
};

/** A date whose text an error may repeat. */
export const sentDateScalar: Scalar<Date> = {
  ...dateScalar,
  fromText: (text) => asSent(dateScalar.fromText(text), text),
  fromJson: (value) => asSent(dateScalar.fromJson(value), String(value)),
};

function asSent<T>(time: Date | T, text: string): Date | T {
  return time instanceof Date ? new SentTime(time, text) : time;
}
