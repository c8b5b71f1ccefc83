import { ownCommand } from '@chat-admin/configuration/own-command';
import { fault, ok, some, warning } from '../check.js';
import type { Check } from '../check.js';
import { quoted } from '../quoted.js';

const NAME = /^[A-Z][A-Z0-9_]*$/;
const FILE = '/etc/chat-admin/chat-admin.conf';

/** Names that begin like settings and are none: a misspelt one has no effect. */
export const unknownSettings: Check = {
  code: 'program/unknown-settings',
  examine: ({ environment, strange: { faults, unknown, fromFile } }) => {
    if (faults.length + unknown.length === 0) return ok('Every setting is known');
    const told = faults.map((text) => text.split(':')[0]!).filter((name) => NAME.test(name));
    const names = [...told, ...unknown];
    const set = names.filter((name) => !fromFile?.has(name));
    const file = quoted(environment['CHAT_ADMIN_CONFIG'] || FILE);
    const lines = [
      ...names.filter((name) => fromFile?.has(name)).map((name) => `sed -i '/^${name}=/d' ${file}`),
      ...(set.length === 0 ? [] : [`unset ${set.join(' ')}`]),
    ];
    const remedy = lines.join('\n') || `${ownCommand('config check')} # then change ${file}`;
    if (faults.length > 0) return fault(some([...faults, ...unknown]), 'shell', remedy);
    return warning(`Like a setting, and none: ${some(unknown)}`, 'shell', remedy);
  },
};
