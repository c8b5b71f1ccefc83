import { settingsOf } from '@chat-admin/configuration/setting';
import type { SettingDescription } from '@chat-admin/configuration/setting';
import { protectionOf } from '@chat-admin/domain/system/property-rules';
import { knownProperties } from '@chat-admin/domain/system/system-properties';
import { METRICS } from '@chat-admin/server/metrics/catalogue';
import type { MetricDescription } from '@chat-admin/server/metrics/catalogue';

/** The settings of a configuration class. */
export function settingsTable(config: new () => object): string {
  const rows = settingsOf(config).map((setting) => {
    const { name, secret, description } = setting;
    return [`\`${name}\`${secret ? ` or \`${name}_FILE\`` : ''}`, defaultOf(setting), description];
  });
  return table(['Setting', 'Default', 'Effect'], rows);
}

function defaultOf({ name, default: value, unset }: SettingDescription): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  if (text !== '') return `\`${text}\``;
  if (Array.isArray(value)) return 'empty';
  if (unset === null)
    throw new TypeError(`${name} has no default, and nothing says what holds then`);
  return unset;
}

const PROTECTION = { none: 'no', security: 'yes', always: 'always' };

/** The known system properties. */
export function propertiesTable(): string {
  const rows = knownProperties.map(
    ({ key, kind, default: text, description, readBy, sensitive }) => [
      `\`${key}\``,
      sensitive ? `${kind.expects}, never shown` : kind.expects,
      text === null ? 'none' : text === '' ? 'empty' : `\`${text}\``,
      PROTECTION[protectionOf(key)],
      readBy,
      description,
    ],
  );
  return table(['Property', 'Value', 'Default', 'Protected', 'Read by', 'Effect'], rows);
}

/** The metrics of both apps, besides those of the process. */
export function metricsTable(): string {
  const rows = Object.entries<MetricDescription>(METRICS).map(
    ([name, { type, labels, help, needs }]) => [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(', ') || 'none',
      needs ?? 'always',
      help,
    ],
  );
  return table(['Metric', 'Type', 'Labels', 'There with', 'What'], rows);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}
