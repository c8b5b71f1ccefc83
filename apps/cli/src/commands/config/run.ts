import { ApiConfig } from '@chat-admin/api/config';
import { ConfigurationFaults, loadConfig } from '@chat-admin/configuration/load-config';
import { settingsOf } from '@chat-admin/configuration/setting';
import type { SettingDescription } from '@chat-admin/configuration/setting';
import { hasOwnDatabase } from '@chat-admin/launcher/database-url';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { addressed } from '../../database/on-database.js';

const MASK = '********';
const APPS = [ApiConfig, LegacyConfig] as const;

/** Without a database of their own, the services get the address of the embedded one. */
function environmentOfServices(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return hasOwnDatabase(environment) ? environment : addressed(environment, 'postgres://embedded');
}

export const checkConfig: Action<ReportOptions> = async (options, terminal) => {
  const { sources } = terminal;
  const environment = environmentOfServices(terminal.environment);
  const faults = APPS.flatMap((app) => faultsOf(app, environment));
  const all = new Set([...sources.faults, ...faults]);
  if (all.size > 0) throw new ConfigurationFaults([...all]);
  const { unknown } = sources;
  const odd = unknown.map((name) => `${name} looks like a setting and is none.`);
  report(terminal, options, { faults: [], unknown }, [...odd, 'The settings can be used.']);
  return EXIT.done;
};

export const printConfig: Action<ReportOptions> = async (options, terminal) => {
  const environment = environmentOfServices(terminal.environment);
  const printed = new Map<string, { name: string; value: string; origin: string }>();
  for (const app of APPS) {
    const values = loadConfig<object>(app, environment) as Readonly<Record<string, unknown>>;
    for (const setting of settingsOf(app)) {
      const origin = originOf(setting, terminal);
      const value = textOf(setting, values[setting.property], origin);
      printed.set(setting.name, { name: setting.name, value, origin });
    }
  }
  const settings = [...printed.values()];
  const rows = settings.map(({ name, value, origin }) => [name, value, origin]);
  report(terminal, options, { settings }, table(rows));
  return EXIT.done;
};

function faultsOf(app: new () => object, environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(app, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationFaults) return error.faults;
    throw error;
  }
}

function originOf(
  { name, secret }: SettingDescription,
  { environment, sources }: Terminal,
): string {
  if (sources.fromFile.has(name)) return 'configuration file';
  if (environment[name]) return 'environment';
  return secret && environment[`${name}_FILE`] ? 'file' : 'default';
}

function textOf({ secret, unset }: SettingDescription, value: unknown, origin: string): string {
  if (origin === 'default' && (value === null || value === undefined || secret)) {
    return `(${(unset ?? 'unset').replaceAll('`', '')})`;
  }
  if (secret) return MASK;
  return Array.isArray(value) ? value.join(',') : String(value);
}
