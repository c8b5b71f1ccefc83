import { ApiConfig } from '@chat-admin/api/config';
import { settingsOf } from '@chat-admin/configuration/setting';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';

/** Settings that are read before those of the services. */
const OTHERS = [
  ...['CHAT_ADMIN_CONFIG', 'CREDENTIALS_DIRECTORY'],
  ...['DATA_DIR', 'CHAT_SERVER', 'XMPP_CLIENT_PORT', 'XMPP_HTTP_PORT'],
];

/** A module with the names of all settings, for parts that know only their own. */
export function knownNamesModule(): string {
  const settings = [ApiConfig, LegacyConfig].flatMap((config) => settingsOf(config));
  const names = new Set([...settings.map(({ name }) => name), ...OTHERS]);
  const secrets = new Set(settings.filter(({ secret }) => secret).map(({ name }) => name));
  return `// Written by "npm run docs".
import type { KnownNames } from './setting-names.js';

export const KNOWN_NAMES: KnownNames = {
  settings: ${JSON.stringify([...names].sort())},
  secrets: ${JSON.stringify([...secrets].sort())},
};
`;
}
