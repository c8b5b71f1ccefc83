import { preferences } from '../preferences/preferences';
import { clockIn, momentIn, weekdayFrom } from './zoned';

type Made = Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat | Intl.ListFormat;

/** The browser's own form of the language, such as `en-GB`, where it has one. */
function localeOf(language: string): string {
  if (language === 'zh') return 'zh-Hans';
  return navigator.languages.find((one) => one.startsWith(`${language}-`)) ?? language;
}

/** Making one takes longer than using it. */
const formats = new Map<string, Made>();

function remembered<F extends Made>(name: string, make: (language: string, zone?: string) => F): F {
  const { language, zone } = preferences();
  const key = `${name} ${language} ${zone}`;
  const known = formats.get(key) as F | undefined;
  if (known) return known;
  const made = make(localeOf(language), zone ?? undefined);
  formats.set(key, made);
  return made;
}

export const formatNumber = (value: number): string =>
  remembered('number', (language) => new Intl.NumberFormat(language)).format(value);

/** Date and time in the chosen zone. */
export const formatTime = (time: Date): string =>
  remembered(
    'time',
    (language, timeZone) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  ).format(time);

/** To the second, with the zone. */
export const formatExactTime = (time: Date): string =>
  remembered(
    'exact',
    (language, timeZone) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long', timeZone }),
  ).format(time);

export const formatDate = (time: Date): string =>
  remembered(
    'date',
    (language, timeZone) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }),
  ).format(time);

/** Hour and minute in the chosen zone. */
export const formatClock = (time: Date): string =>
  remembered(
    'clock',
    (language, timeZone) => new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }),
  ).format(time);

const zone = (): string | undefined => preferences().zone ?? undefined;

/** What clocks of the chosen zone show, as inputs write it. */
export const clockOf = (time: Date): string => clockIn(zone(), time);

/** When clocks of the chosen zone show that: `2027-01-31T14:30`. */
export const momentOf = (clock: string): Date => momentIn(zone(), clock);

/** The last minute of a day of the chosen zone: of today, or of the next of these days of the week. @param weekday 0: Sunday */
export function endOfDay(weekday?: number): Date {
  const today = clockOf(new Date()).slice(0, 10);
  return momentOf(`${weekday === undefined ? today : weekdayFrom(today, weekday)}T23:59`);
}

/** When a day of the chosen zone begins. */
export const startOf = (day: string): Date => momentOf(`${day}T00:00`);

export const formatList = (entries: readonly string[]): string =>
  remembered('list', (language) => new Intl.ListFormat(language, { type: 'conjunction' })).format(
    entries,
  );

/** As {@link formatList}, with parts that are no texts. */
export function formatListOf<T>(entries: readonly T[]): readonly (T | string)[] {
  const made = remembered(
    'list',
    (language) => new Intl.ListFormat(language, { type: 'conjunction' }),
  );
  const parts = made.formatToParts(entries.map((_, at) => String(at)));
  return parts.map(({ type, value }) => (type === 'element' ? entries[Number(value)]! : value));
}

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const;

/** `3 minutes ago`, `in 2 hours`. */
export function formatRelative(time: Date, now = Date.now()): string {
  const format = remembered(
    'relative',
    (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
  );
  let value = (time.getTime() - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(value) < size - 0.5) return format.format(Math.round(value), unit);
    value /= size;
  }
  return format.format(Math.round(value), 'year');
}

/** `2:05` */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
