import type { Check } from '../check.js';
import { judged } from '../judged-certificate.js';
import { shownAt, Unreachable } from '../shown-certificate.js';
import { Skipped } from '../skipped.js';

const HTTPS = 443;

/** The certificate of the proxy, or of what else serves at the address that clients are told. */
export const publicUrl: Check = {
  code: 'listeners/public-url',
  examine: async (deployment) => {
    const { publicUrl: address } = deployment.usableSettings().api;
    if (address === null) throw new Skipped('API_PUBLIC_URL is not set');
    const { protocol, hostname, port, host } = new URL(address);
    if (protocol !== 'https:') throw new Skipped('API_PUBLIC_URL is an address without TLS');
    const name = hostname.replace(/^\[|\]$/g, '');
    const { environment } = deployment;
    const asked = { host: name, port: Number(port) || HTTPS, name, environment };
    try {
      return judged(await shownAt(asked), name, host, deployment.clock(), null);
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof Unreachable)
        throw new Skipped(`${host} cannot be reached from here: ${message}`);
      const sentence = `Browsers cannot connect to ${host} (API_PUBLIC_URL): ${message}`;
      return { level: 'fault', sentence, remedy: null };
    }
  },
};
