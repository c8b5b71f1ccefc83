import type { LegacyConfig } from './config.js';

/** Where clients read what to use instead. Contract: extensions E9 */
const DOCUMENTATION = '</plugins/restapi/v1/docs/>; rel="deprecation"';

/** RFC 9745 (a structured date, in seconds) and RFC 8594 (an HTTP date). */
export function deprecationHeaders({
  deprecatedSince,
  sunset,
}: Pick<LegacyConfig, 'deprecatedSince' | 'sunset'>): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Math.floor(Date.parse(deprecatedSince) / 1000)}`,
    Link: DOCUMENTATION,
    ...(sunset === null ? {} : { Sunset: new Date(sunset).toUTCString() }),
  };
}
