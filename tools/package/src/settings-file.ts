import { ApiConfig } from '@chat-admin/api/config';
import { settingsOf } from '@chat-admin/configuration/setting';
import type { SettingDescription } from '@chat-admin/configuration/setting';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';

const HEAD = `# Settings of chat-admin, a line each: NAME=value. Those that are commented out show their defaults.
# Secrets are files in /etc/chat-admin/credentials, named like the setting: database-url for DATABASE_URL.
# After a change: systemctl restart chat-admin`;

/** What packages set, other than the default: the unit `chat-admin-migrate` prepares the database. */
const PACKAGED: ReadonlyMap<string, string> = new Map([['DATABASE_MIGRATIONS', 'check']]);

/** All settings of both apps, by name. */
export function knownSettings(): ReadonlyMap<string, SettingDescription> {
  const all = [ApiConfig, LegacyConfig].flatMap((config) => settingsOf(config));
  return new Map(all.map((setting) => [setting.name, setting]));
}

/** The text of `/etc/chat-admin/chat-admin.conf`. */
export function settingsFile(): string {
  const entries = [...knownSettings().values()].map((setting) => {
    const { name, description, secret } = setting;
    const line = secret
      ? `# secret, in credentials/${credentialName(name)}`
      : PACKAGED.has(name)
        ? `${name}=${PACKAGED.get(name)}`
        : `#${name}=${defaultOf(setting)}`;
    return `# ${description.replaceAll('`', '')}\n${line}`;
  });
  return `${[HEAD, ...entries].join('\n\n')}\n`;
}

/** The file of a secret: `database-url`. */
export function credentialName(setting: string): string {
  return setting.toLowerCase().replaceAll('_', '-');
}

function defaultOf({ default: value }: SettingDescription): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}
