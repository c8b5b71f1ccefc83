import { ok, warning } from '../check.js';
import type { Check, Finding } from '../check.js';

const SUPPORTED = /^(0\.12|13\.0)\./;

export const chatServerVersion: Check = {
  code: 'chat-server/version',
  examine: async (deployment) => ofProsody((await deployment.answeringBridge()).version),
};

export function ofProsody(version: string): Finding {
  return SUPPORTED.test(version)
    ? ok(`Prosody ${version}`)
    : warning(
        `Prosody ${version} is not among those that chat-admin was tried with: 0.12 and 13.0`,
        'shell',
        'apt-get install prosody chat-admin-prosody',
      );
}
