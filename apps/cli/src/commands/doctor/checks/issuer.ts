import { readDiscovery } from '@chat-admin/api/access/issuer-keys';
import { isIssuerAddress } from '@chat-admin/api/access/issuer-settings';
import { ok } from '../check.js';
import type { Check, Finding, Remedy } from '../check.js';
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
      const reason = reasonOf(error as Error);
      return fault(
        `${oidcIssuer} does not answer: ${reason}. The console and tokens of the provider do not work`,
        null,
      );
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
    const sentence = `What answers at ${address} calls itself`;
    // URLs are read without line ends, which a setting would keep
    if (typeof name !== 'string' || !/^[!-~]+$/.test(name) || !isIssuerAddress(name)) {
      return fault(`${sentence} something that is no address of a provider`, null);
    }
    return fault(
      `${sentence} ${name}: the API accepts none of its tokens. If it is your provider, name it so`,
      { where: 'settings', text: `API_OIDC_ISSUER=${name}` },
    );
  }
  const needed = ['jwks_uri', ...(isSignIn ? ['authorization_endpoint', 'token_endpoint'] : [])];
  const missing = needed.filter((member) => typeof said[member] !== 'string');
  if (missing.length === 0) return ok(`${address} answers`);
  return fault(`The provider at ${address} does not say its ${missing.join(', ')}`, null);
}

const fault = (sentence: string, remedy: Remedy | null): Finding => ({
  level: 'fault',
  sentence,
  remedy,
});

/** The innermost cause says most: a refused connection, a certificate. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
