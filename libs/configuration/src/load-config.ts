import { readFileSync } from 'node:fs';
import { validateSync } from 'class-validator';
import { settingsOf } from './setting.js';
import type { SettingDescription } from './setting.js';

/** What Kubernetes sets for a Service of the name `api`: `API_PORT=tcp://10.0.0.1:80`. */
const SERVICE_LINK = /^(tcp|udp|sctp):\/\//;

export type Environment = Readonly<Record<string, string | undefined>>;

/** All faults of the environment, by variable name, without values. */
export class ConfigurationFaults extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads a configuration class from the environment. An empty variable counts as unset; a secret may
 * be given as a file in `<name>_FILE`, whose final line break is dropped. If a setting breaks
 * several rules, the one declared first is reported.
 * @throws ConfigurationFaults naming all faults at once
 */
export function loadConfig<T extends object>(config: new () => T, environment: Environment): T {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  const settings = settingsOf(config);
  for (const setting of settings) {
    const value = readSetting(setting, environment, faults);
    if (value !== undefined) values[setting.property] = converted(value, setting.default);
  }
  const instance = Object.assign(new config(), values);
  for (const error of validateSync(instance, {
    validationError: { target: false, value: false },
  })) {
    const setting = settings.find(({ property }) => property === error.property);
    const name = setting?.name ?? error.property;
    // decorators take effect from the last to the first; the first one states the most basic rule
    const rule = Object.values(error.constraints ?? {}).at(-1) ?? 'cannot be used';
    faults.push(
      `${name}: ${rule.replace(new RegExp(`^(each value in )?${error.property}`), 'it')}`,
    );
  }
  if (faults.length > 0) throw new ConfigurationFaults(faults);
  return instance;
}

function readSetting(
  { name, secret }: SettingDescription,
  environment: Environment,
  faults: string[],
): string | undefined {
  const value = environment[name] || undefined;
  if (value !== undefined && SERVICE_LINK.test(value)) {
    faults.push(`${name}: looks like a Kubernetes service link; set enableServiceLinks: false`);
    return undefined;
  }
  const file = secret ? environment[`${name}_FILE`] || undefined : undefined;
  if (value !== undefined && file !== undefined)
    faults.push(`${name}: set together with ${name}_FILE`);
  if (file === undefined) return value;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch {
    faults.push(`${name}_FILE: the file cannot be read`);
    return undefined;
  }
}

/**
 * Text that does not fit the type of the default stays text, which the rules of the class refuse.
 */
function converted(text: string, fallback: unknown): unknown {
  if (Array.isArray(fallback)) {
    const entries = text.split(',').map((entry) => entry.trim());
    return entries.filter((entry) => entry !== '');
  }
  if (typeof fallback === 'number') return /^\s*[+-]?\d{1,15}\s*$/.test(text) ? Number(text) : text;
  if (typeof fallback === 'boolean' && /^\s*(true|false)\s*$/i.test(text)) {
    return text.trim().toLowerCase() === 'true';
  }
  return text;
}
