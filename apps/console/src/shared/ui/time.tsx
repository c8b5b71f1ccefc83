import { useSyncExternalStore } from 'react';
import { formatExactTime, formatRelative, formatTime } from '../texts/formats';
import { usePreferences } from '../preferences/preferences';

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  listeners.forEach((heard) => heard());
}, 30_000);

/** The time, to half a minute. */
export const useNow = (): number =>
  useSyncExternalStore(
    (heard) => {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    () => now,
  );

/** The time as the page knows it, unless `time` came since: what has happened is never shown as ahead. */
const notAfter = (time: Date, current: number): number =>
  Math.max(current, Math.min(time.getTime(), Date.now()));

/** A time of the API: relative, or date and time; the exact one always comes with it. */
export function Time({
  of,
  isAbsolute = false,
}: {
  readonly of: string;
  readonly isAbsolute?: boolean;
}) {
  usePreferences(); // language and zone
  const current = useNow();
  const time = new Date(of);
  const exact = formatExactTime(time);
  return (
    <time dateTime={of} title={exact}>
      {isAbsolute ? formatTime(time) : formatRelative(time, notAfter(time, current))}
    </time>
  );
}
