import { fault, ok } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

const PATIENCE_MS = 3_000;

/** Where the API forwards the addresses of the user service. */
export const forwarding: Check = {
  code: 'user-service/forwarding',
  examine: async (patient) => {
    const { legacyUrl } = patient.usableSettings().api;
    if (legacyUrl === null) throw new Skipped('LEGACY_URL is not set');
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answers = await fetch(legacyUrl, { signal, redirect: 'manual' }).then(
      ({ headers }) => headers.has('deprecation'),
      () => false,
    );
    return answers
      ? ok(`The user service answers at ${legacyUrl}`)
      : fault(
          `The user service does not answer at ${legacyUrl}, LEGACY_URL`,
          'shell',
          'systemctl restart chat-admin-userservice',
        );
  },
};
