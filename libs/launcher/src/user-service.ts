import { isIP } from 'node:net';
import { portOf } from './ports.js';

const DEFAULT_PORT = 9091;
const LOOPBACK = '127.0.0.1';

export interface UserServicePlace {
  /** for the part that forwards requests */
  readonly forwarding: NodeJS.ProcessEnv;
  /** for the user service itself */
  readonly own: NodeJS.ProcessEnv;
}

/**
 * Where the user service will listen, so that the API, which starts before it, can forward to it.
 */
export async function userServicePlace(environment: NodeJS.ProcessEnv): Promise<UserServicePlace> {
  const host = environment['LEGACY_HOST'] || LOOPBACK;
  const reached = /^(0\.0\.0\.0|::)$/.test(host) ? LOOPBACK : host;
  const port = await portOf(environment, 'LEGACY_PORT', DEFAULT_PORT, host);
  const trusted = [environment['LEGACY_TRUSTED_PROXIES'], reached].filter(Boolean).join(',');
  const url = `http://${isIP(reached) === 6 ? `[${reached}]` : reached}:${port}`;
  return {
    forwarding: { LEGACY_URL: environment['LEGACY_URL'] || url },
    own: { LEGACY_PORT: port, LEGACY_TRUSTED_PROXIES: trusted },
  };
}
