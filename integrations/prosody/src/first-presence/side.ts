import { stablePort } from '@chat-admin/processes/stable-port';
import { TEST_DOMAIN } from '@chat-admin/persistence/testing/test-database';
import type { Place } from '../transport.js';

/** One of the servers being compared. */
export interface Side {
  readonly name: 'ours' | 'stock';
  readonly place: Place;
  /** how often it has waited for its database so far; files are not counted */
  roundTrips(): number;
  /** Restarts it with cold caches. @returns path of its certificate, PEM */
  startCold(): Promise<string>;
}

export async function somewhere(): Promise<Place> {
  return {
    domain: TEST_DOMAIN,
    host: '127.0.0.1',
    clientPort: await stablePort(),
    tlsPort: await stablePort(),
    httpPort: await stablePort(),
  };
}
