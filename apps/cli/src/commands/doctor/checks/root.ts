import { ownCommand } from '@chat-admin/configuration/own-command';
import { ok, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { listenerOn } from '../listening.js';

export const root: Check = {
  code: 'program/root',
  examine: async (deployment) => {
    const { managementHost, managementPort } = deployment.usableSettings().api;
    const listener = await listenerOn(managementHost, managementPort);
    if (listener === null) throw new Skipped('The API does not run on this machine');
    if (listener.uid !== 0) return ok('The API runs without the rights of root');
    return warning(
      'The API runs as root',
      'shell',
      `runuser -u chat-admin -- ${ownCommand('serve')} # instead; the Debian package does so`,
    );
  },
};
