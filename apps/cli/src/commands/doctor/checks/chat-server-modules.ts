import { NEEDED_MODULES, REPLACED_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import { fault, ok } from '../check.js';
import type { Check, Finding } from '../check.js';
import { Skipped } from '../skipped.js';

/** Whether a configuration of the operator's own names the modules of this version. */
export const chatServerModules: Check = {
  code: 'chat-server/modules',
  examine: async (deployment) => {
    const { modules } = await deployment.answeringBridge();
    if (modules === null) {
      throw new Skipped(
        'The modules of Prosody are older ones, which do not tell which are loaded',
      );
    }
    return ofModules(modules);
  },
};

/** @param loaded names of modules, of the domain and of the whole server */
export function ofModules(loaded: readonly string[]): Finding {
  const missing = NEEDED_MODULES.filter((name) => !loaded.includes(name));
  const unwanted = Object.keys(REPLACED_MODULES).filter((name) => loaded.includes(name));
  if (missing.length + unwanted.length === 0) return ok('All modules that are needed are loaded');
  const sentences = [
    ...(missing.length === 0 ? [] : [`has not loaded ${missing.join(', ')}`]),
    ...unwanted.map((name) => `has ${name} in the place of ${REPLACED_MODULES[name]}`),
  ];
  const changes = [
    ...(missing.length === 0 ? [] : [`add ${luaTexts(missing)}`]),
    ...(unwanted.length === 0 ? [] : [`take out ${luaTexts(unwanted)}`]),
  ];
  return fault(
    `Prosody ${sentences.join(', and ')}`,
    'shell',
    `grep -rn -A 5 modules_enabled /etc/prosody # for the domain, ${changes.join('; ')}. Then: systemctl restart prosody`,
  );
}

const luaTexts = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
