import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';
import { withoutSettings } from '../config-file.js';
import { opening } from '../installing.js';

/** of `loadConfig` */
const CLOSED = /^(\w+_FILE): the file cannot be read$/;

export const settings: Check = {
  code: 'program/settings',
  examine: async (deployment) => {
    try {
      deployment.settings();
      return ok('The settings can be used');
    } catch (error) {
      if (!(error instanceof ConfigurationFaults)) throw error;
      const closed = error.faults.flatMap((text) => CLOSED.exec(text)?.[1] ?? []);
      if (closed.length > 0 && deployment.machine.installation === 'image') {
        const files = closed.flatMap((name) => deployment.environment[name] ?? []);
        return fault(some(error.faults), ...(await opening(files, deployment)));
      }
      const names = new Set(error.faults.map((text) => text.split(':')[0]!));
      return fault(some(error.faults), ...(await withoutSettings(deployment, [...names])));
    }
  },
};
