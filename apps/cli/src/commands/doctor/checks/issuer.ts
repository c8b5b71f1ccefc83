import { readDiscovery } from '@chat-admin/api/access/issuer-keys';
import { fault, ok } from '../check.js';
import type { Check, Finding } from '../check.js';
import { Skipped } from '../skipped.js';

/** The OpenID Connect provider, as the API reads it. Contract: extensions E5.4, E14 */
export const issuer: Check = {
  code: 'access/issuer',
  examine: async (deployment) => {
    const { oidcIssuer, oidcClientId } = deployment.usableSettings().api;
    if (oidcIssuer === null) throw new Skipped('API_OIDC_ISSUER is not set');
    try {
      return ofDiscovery(oidcIssuer, await readDiscovery(oidcIssuer), oidcClientId !== null);
    } catch (error) {
      const sentence = `${oidcIssuer} does not answer: ${reasonOf(error as Error)}. The console and tokens of the provider do not work`;
      return { level: 'fault', sentence, remedy: null };
    }
  },
};

/** @param isSignIn whether the console signs in there */
export function ofDiscovery(
  address: string,
  { issuer: name, ...said }: Readonly<Record<string, unknown>>,
  isSignIn: boolean,
): Finding {
  if (name !== address) {
    return fault(
      `The provider at ${address} calls itself ${String(name)}: the API accepts none of its tokens`,
      'settings',
      `API_OIDC_ISSUER=${String(name)} # if that is your provider`,
    );
  }
  const needed = ['jwks_uri', ...(isSignIn ? ['authorization_endpoint', 'token_endpoint'] : [])];
  const missing = needed.filter((member) => typeof said[member] !== 'string');
  if (missing.length === 0) return ok(`${address} answers`);
  const sentence = `The provider at ${address} does not say its ${missing.join(', ')}`;
  return { level: 'fault', sentence, remedy: null };
}

/** The innermost cause says most: a refused connection, a certificate. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
