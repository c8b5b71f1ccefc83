const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?)?$/;
const RFC_1123 =
  /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), (\d\d?) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d):(\d\d) (GMT|[+-]\d{4})$/;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const MILLISECONDS = /^-?\d+$/;

/** Always UTC, three fraction digits, numeric offset: `2023-11-14T22:13:20.007+00:00`. [C-35] */
export function writeDate(date: Date): string {
  return `${date.toISOString().slice(0, -1)}+00:00`;
}

/** What a `detail` says of them. */
export const DATES_ALLOWED =
  'a date and time such as 2026-01-31T12:00:00Z, or milliseconds since 1970';

/** All forms of core 1.9 [C-36]; `null` for anything else and for years outside 1 to 9999. */
export function readDate(value: string | number): Date | null {
  if (typeof value === 'number') return Number.isInteger(value) ? inRange(value) : null;
  if (MILLISECONDS.test(value)) return inRange(Number(value));
  return fromIso(value) ?? fromRfc1123(value);
}

function fromIso(text: string): Date | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const midnight = dayUtc(Number(year), Number(month), Number(day));
  const time = timeMs(hour ?? '0', minute ?? '0', second ?? '0');
  const offset = offsetMs(zone ?? 'Z');
  if (midnight === null || time === null || offset === null) return null;
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  return inRange(midnight + time + milliseconds - offset);
}

function fromRfc1123(text: string): Date | null {
  const match = RFC_1123.exec(text);
  if (!match) return null;
  const [, weekday, day, month, year, hour, minute, second, zone] = match;
  const midnight = dayUtc(Number(year), MONTHS.indexOf(month ?? '') + 1, Number(day));
  const time = timeMs(hour ?? '', minute ?? '', second ?? '');
  const offset = offsetMs(zone === 'GMT' ? 'Z' : (zone ?? ''));
  if (midnight === null || time === null || offset === null) return null;
  if (WEEKDAYS[new Date(midnight).getUTCDay()] !== weekday) return null;
  return inRange(midnight + time - offset);
}

/** `Date.UTC` maps the years 0 to 99 to 1900 to 1999, `setUTCFullYear` does not. */
function dayUtc(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1 ? date.getTime() : null;
}

function timeMs(hour: string, minute: string, second: string): number | null {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  return h <= 23 && m <= 59 && s <= 59 ? ((h * 60 + m) * 60 + s) * 1000 : null;
}

/** @param zone `Z`, `+hhmm` or `+hh:mm` */
function offsetMs(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function inRange(time: number): Date | null {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : null;
}
