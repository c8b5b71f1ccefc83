import { socketPath } from '@chat-admin/server/process/listen-address';
import { askListener } from '../../../listeners/listener-request.js';
import { fault, ok } from '../check.js';
import { restartOf } from '../machine.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

const TIMEOUT_MS = 3_000;

/** Where the API forwards the addresses of the user service. */
export const forwarding: Check = {
  code: 'user-service/forwarding',
  examine: async (deployment) => {
    const { legacyUrl } = deployment.usableSettings().api;
    if (legacyUrl === null) throw new Skipped('LEGACY_URL is not set');
    const answers = await deprecationOf(legacyUrl).then(
      (deprecation) => deprecation !== null,
      () => false,
    );
    return answers
      ? ok(`The user service answers at ${legacyUrl}`)
      : fault(
          `The user service does not answer at ${legacyUrl}, LEGACY_URL`,
          'shell',
          restartOf(deployment.machine, ['chat-admin-userservice']),
        );
  },
};

/** The header by which the user service is known; `null`: something else answers. */
async function deprecationOf(legacyUrl: string): Promise<string | null> {
  if (socketPath(legacyUrl) !== null) {
    const { headers } = await askListener({ host: legacyUrl, port: 0, tls: null }, '/', TIMEOUT_MS);
    return headers['deprecation']?.toString() ?? null;
  }
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { headers } = await fetch(legacyUrl, { signal, redirect: 'manual' });
  return headers.get('deprecation');
}
