import { fault, ok, some, warning } from '../check.js';
import type { Check } from '../check.js';
import { mendedFile, withoutSettings } from '../config-file.js';

const NAME = /^[A-Z][A-Z0-9_]*$/;
const FILE = 'CHAT_ADMIN_CONFIG';

/** Names that begin like settings and are none: a misspelt one has no effect. */
export const unknownSettings: Check = {
  code: 'program/unknown-settings',
  examine: async (deployment) => {
    const { faults, unknown } = deployment.strange;
    if (faults.length + unknown.length === 0) return ok('Every setting is known');
    const told = faults.map((text) => text.split(':')[0]!).filter((name) => NAME.test(name));
    const names = [...told, ...unknown].filter((name) => name !== FILE);
    const remedy = await (names.length > 0
      ? withoutSettings(deployment, names)
      : mendedFile(deployment));
    if (faults.length > 0) return fault(some([...faults, ...unknown]), ...remedy);
    return warning(`Like a setting, and none: ${some(unknown)}`, ...remedy);
  },
};
