const DAY_MS = 86_400_000;

/** What clocks of a zone show, as inputs write it: `2027-01-31T14:30:00`. @param zone without: that of the browser */
export const clockIn = (zone: string | undefined, time: Date): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
    .format(time)
    .replace(' ', 'T')
    .padStart(19, '0');

/** When clocks of a zone show that: the first time if they do twice; if they skip it, as much after the gap. */
export function momentIn(zone: string | undefined, clock: string): Date {
  const asUtc = Date.parse(`${clock}Z`);
  const shown = (time: number) => Date.parse(`${clockIn(zone, new Date(time))}Z`);
  const [first, second] = [asUtc - DAY_MS, asUtc + DAY_MS].map(
    (near) => asUtc - (shown(near) - near),
  ) as [number, number];
  return new Date(shown(first) !== asUtc && shown(second) === asUtc ? second : first);
}

/** The next of these days of the week, which may be the day itself. @param weekday 0: Sunday */
export function weekdayFrom(day: string, weekday: number): string {
  const time = Date.parse(day);
  const ahead = (weekday - new Date(time).getUTCDay() + 7) % 7;
  return new Date(time + ahead * DAY_MS).toISOString().slice(0, 10);
}

/** The day after one: `2027-02-01`. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
