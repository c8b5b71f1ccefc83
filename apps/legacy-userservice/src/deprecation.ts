import type { LegacyConfig } from './config.js';

/** RFC 9745 (a structured date, in seconds) and RFC 8594 (an HTTP date). */
export function deprecationHeaders({
  deprecatedSince,
  sunset,
}: Pick<LegacyConfig, 'deprecatedSince' | 'sunset'>): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Math.floor(Date.parse(deprecatedSince) / 1000)}`,
    ...(sunset === null ? {} : { Sunset: new Date(sunset).toUTCString() }),
  };
}
