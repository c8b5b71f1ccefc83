import { fault, ok, warning } from '../check.js';
import type { Check, Finding } from '../check.js';

/** When the last fixes come out. */
const ENDS: Readonly<Record<number, string>> = {
  13: '2025-11-13',
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};
const OLDEST = 13;

export const databaseVersion: Check = {
  code: 'database/version',
  examine: async (deployment) => {
    const { version, versionText } = await deployment.server();
    return ofPostgres(Math.floor(version / 10_000), versionText, deployment.clock());
  },
};

/** @param now milliseconds since the epoch */
export function ofPostgres(major: number, text: string, now: number): Finding {
  const upgrade = `pg_upgradecluster ${major} main # Debian; first install a newer postgresql`;
  if (major < OLDEST) {
    return fault(
      `PostgreSQL ${text} is too old: ${OLDEST} is the oldest that will do`,
      'shell',
      upgrade,
    );
  }
  const end = ENDS[major];
  if (end === undefined || now < Date.parse(end)) return ok(`PostgreSQL ${text}`);
  return warning(`PostgreSQL ${text} has got no fixes since ${end}`, 'shell', upgrade);
}
