import { ApiConfig } from '@chat-admin/api/config';
import { settingsOf } from '@chat-admin/configuration/setting';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';

/** What the owner of the database connects with, in the unit that prepares it. */
const OWNER = 'DATABASE_MIGRATION_URL';
/** Settings that are read before those of the services. */
const OTHERS = [
  OWNER,
  ...['CHAT_ADMIN_CONFIG', 'CREDENTIALS_DIRECTORY'],
  ...['DATA_DIR', 'CHAT_SERVER', 'XMPP_CLIENT_PORT', 'XMPP_HTTP_PORT'],
];

/** A module with the names of all settings, for parts that know only their own. */
export function knownNamesModule(): string {
  const settings = [ApiConfig, LegacyConfig].flatMap((config) => settingsOf(config));
  const names = new Set([...settings.map(({ name }) => name), ...OTHERS]);
  const secret = settings.filter((setting) => setting.secret).map(({ name }) => name);
  const secrets = new Set([...secret, OWNER]);
  return `// Written by "npm run docs".
import type { KnownNames } from './setting-names.js';

export const KNOWN_NAMES: KnownNames = {
  settings: ${JSON.stringify([...names].sort())},
  secrets: ${JSON.stringify([...secrets].sort())},
};
`;
}
