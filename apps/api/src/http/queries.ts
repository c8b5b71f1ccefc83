import 'reflect-metadata';
import { readDate } from '@chat-admin/codecs/wire/dates';
import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import { wordIn } from '@chat-admin/domain/shared/words';
import { plainToInstance, Transform } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readFlag } from './list-filters.js';
import type { Query } from './query-string.js';

/**
 * Reads query parameters into a class with class-validator rules, whose messages say what is allowed.
 * Empty text means the default.
 * @throws WireFault naming the first invalid parameter. Contract: core 1.1
 */
export function readQuery<T extends object>(type: new () => T, query: Query): T {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const instance = plainToInstance(type, given, { exposeDefaultValues: true });
  const [fault] = validateSync(instance);
  if (fault) {
    const [allowed = ''] = Object.values(fault.constraints ?? {});
    throw invalidParameter(fault.property, shownValue(query[fault.property] ?? ''), allowed);
  }
  return instance;
}

/** What {@link AsSeconds} reads. */
export const SECONDS = 'seconds since 1970, or a date and time such as 2026-01-31T12:00:00Z';

/** One of `words` in any letter case; other text stays text. */
export const AsWord = (words: readonly string[]): PropertyDecorator =>
  change((text) => wordIn(words, text) ?? text);

const change = (read: (text: string) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? read(value) : value));

/** `true` is case-insensitive; everything else is false. */
export const AsBoolean = (): PropertyDecorator => change((text) => text.toLowerCase() === 'true');

/** Up to 15 digits with optional sign; other text stays text. */
export const AsInteger = (): PropertyDecorator =>
  change((text) => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : text));

/** Seconds since the epoch, or a date with time; other text stays text. */
export const AsSeconds = (): PropertyDecorator =>
  change((text) => {
    if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
    const date = /[T:]/.test(text) ? readDate(text) : null;
    return date === null ? text : Math.floor(date.getTime() / 1000);
  });
/** `true` or `false` in any letter case; other text stays text. Contract: extensions E0 "New booleans" */
export const AsFlag = (): PropertyDecorator => change((text) => readFlag(text) ?? text);
