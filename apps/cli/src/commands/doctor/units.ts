import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 3_000;
const MOST_LINES = 50;

/** What systemd says of a unit. */
export interface Unit {
  /** `chat-admin` */
  readonly name: string;
  /** `enabled`, `disabled`, `masked`; empty for one that is not there */
  readonly enabled: string;
  /** `active`, `inactive`, `activating`, `failed` */
  readonly active: string;
  readonly sub: string;
  /** how it ended last */
  readonly status: string;
  /** by systemd itself, since it was started by hand */
  readonly restarts: number;
  readonly needsReload: boolean;
  /** the account that runs it */
  readonly account: string;
  /** folders that it does not see */
  readonly hidden: readonly string[];
}

const PROPERTIES = [
  ...['Id', 'LoadState', 'UnitFileState', 'ActiveState', 'SubState', 'ExecMainStatus'],
  ...['NRestarts', 'NeedDaemonReload', 'User', 'ProtectHome', 'PrivateTmp'],
];

/** Those of the units that systemd knows; none where it cannot be asked. */
export async function unitsOf(
  names: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<readonly Unit[]> {
  const ids = names.map((name) => `${name}.service`);
  const words = ['show', ...ids, `--property=${PROPERTIES.join()}`];
  const text = await output('systemctl', words, environment);
  return text
    .split(/\n\n+/)
    .map((block) => new Map([...block.matchAll(/^(\w+)=(.*)$/gm)].map(([, k, v]) => [k!, v!])))
    .filter((values) => values.has('Id') && values.get('LoadState') !== 'not-found')
    .map((values) => {
      const value = (name: string) => values.get(name) ?? '';
      const home = value('ProtectHome') === 'yes' ? ['/home', '/root', '/run/user'] : [];
      const temporary = /^(yes|disconnected)$/.test(value('PrivateTmp'))
        ? ['/tmp', '/var/tmp']
        : [];
      return {
        name: value('Id').replace(/\.service$/, ''),
        enabled: value('LoadState') === 'masked' ? 'masked' : value('UnitFileState'),
        active: value('ActiveState'),
        sub: value('SubState'),
        status: value('ExecMainStatus'),
        restarts: Number(value('NRestarts')) || 0,
        needsReload: value('NeedDaemonReload') === 'yes',
        account: value('User') || 'root',
        hidden: [...home, ...temporary],
      };
    });
}

export const RUNS = /^enabled/;
const BOTH = 'chat-admin';

/** Those that are enabled or run; else the one that the package enables. */
export function expected(units: readonly Unit[]): readonly Unit[] {
  const meant = units.filter(({ enabled, active }) => RUNS.test(enabled) || active === 'active');
  return meant.length > 0 ? meant : units.slice(0, 1);
}

/** The names of those that run the services; the one of both and its parts end each other. */
export function running(units: readonly Unit[]): readonly string[] {
  const isWhole = units.some(({ name, active }) => name === BOTH && active === 'active');
  const parts = expected(units).flatMap(({ name }) => (name === BOTH ? [] : [name]));
  return isWhole || parts.length === 0 ? [BOTH] : parts;
}

/** The last error that a unit has written to the journal, on one line; `null`: none, or this account may not read it. */
export async function lastError(
  { name, status }: Unit,
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const words = [`_SYSTEMD_UNIT=${name}.service`, `--lines=${MOST_LINES}`, '--output=cat'];
  const text = await output('journalctl', [...words, '--no-pager', '--quiet'], environment);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // what is no JSON may be the welcome of one that runs again
  const isOver = status !== '0';
  const told = lines.map((line) => errorIn(line, isOver)).filter((line) => line !== null);
  return told.at(-1) ?? null;
}

/** Of a line of our log in JSON, or one that is none. */
function errorIn(line: string, isOver: boolean): string | null {
  try {
    const { message, ...more } = JSON.parse(line) as Record<string, unknown>;
    return /^(error|fatal)$/.test(String(more['log.level'])) ? String(message) : null;
  } catch {
    return !isOver || /^\s+at /.test(line) ? null : line.trim();
  }
}

async function output(
  program: string,
  words: readonly string[],
  { PATH }: NodeJS.ProcessEnv,
): Promise<string> {
  const env = { ...process.env, ...(PATH ? { PATH } : {}), LC_ALL: 'C' };
  const options = { env, timeout: TIMEOUT_MS, maxBuffer: 4 * 1024 * 1024 };
  return promisify(execFile)(program, words, options).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
