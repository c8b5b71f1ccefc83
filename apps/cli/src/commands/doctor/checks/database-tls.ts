import { ok, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

const LOOPBACK = /^(127\.|::1$)/;

export const databaseTls: Check = {
  code: 'database/tls',
  examine: async (deployment) => {
    const { encrypted, address } = await deployment.server();
    if (encrypted) return ok('The connection to the database is encrypted');
    if (address === null || LOOPBACK.test(address)) {
      throw new Skipped('The database is on this machine');
    }
    return warning(
      `The connection to the database at ${address} is not encrypted`,
      'settings',
      "DATABASE_URL='<the address as it is>?sslmode=verify-full'",
    );
  },
};
