import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { credentialFiles } from './credential-files.js';
import { KNOWN_NAMES } from './known-names.js';
import type { Environment } from './load-config.js';
import { strangeInEnvironment, strangeInFile } from './setting-names.js';

const FILE = 'CHAT_ADMIN_CONFIG';
const USUAL_FILE = '/etc/chat-admin/chat-admin.conf';
const PLAIN_LINE = /^\s*(#.*|(export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*=.*)?$/;
const QUOTED = /^([^\S\n\r\u2028\u2029]*(?:export\s+)?\w+\s*=\s*)(["'`])[^]*?\2/gm;

/** Where settings come from, the first that has one winning: environment, credentials, file. */
export interface SettingsSources {
  /** what holds */
  readonly environment: Environment;
  /** what the file alone decides */
  readonly fromFile: ReadonlySet<string>;
  /** why the file cannot be read; also among the faults */
  readonly unreadable: string | null;
  /** a line for each name that is no setting, and for a file that cannot be used */
  readonly faults: readonly string[];
  /** names in the environment that look like settings and are none */
  readonly unknown: readonly string[];
}

/**
 * Reads `CHAT_ADMIN_CONFIG`, `/etc/chat-admin/chat-admin.conf` unless set: lines `NAME=value`, with the names of the environment. An
 * empty variable counts as unset.
 */
export function settingsSources(environment: Environment): SettingsSources {
  const { values, unreadable, odd } = fileOf(environment);
  const own = Object.entries(environment).filter(([, value]) => value);
  const given: Record<string, string | undefined> = {
    ...Object.fromEntries(own),
    ...credentialFiles(environment),
  };
  const fromFile = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    const plain = name.replace(/_FILE$/, '');
    if (value === '' || given[plain] || given[`${plain}_FILE`]) continue;
    fromFile.add(name);
  }
  const strange = strangeInEnvironment(Object.fromEntries(own), KNOWN_NAMES);
  return {
    environment: {
      ...given,
      ...Object.fromEntries([...fromFile].map((name) => [name, values[name]])),
    },
    fromFile,
    unreadable,
    faults: [
      ...(unreadable === null ? [] : [unreadable]),
      ...odd,
      ...strangeInFile(values, KNOWN_NAMES),
      ...strange.faults,
    ],
    unknown: strange.unknown,
  };
}

interface File {
  readonly values: Readonly<Record<string, string>>;
  readonly unreadable: string | null;
  /** lines that say nothing */
  readonly odd: readonly string[];
}

function fileOf(environment: Environment): File {
  const file = environment[FILE] || USUAL_FILE;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const absent = code === 'ENOENT' || code === 'ENOTDIR';
    if (absent && !environment[FILE]) return { values: {}, unreadable: null, odd: [] };
    const unreadable = `${FILE}: ${file} cannot be read (${code}); name a file that can`;
    return { values: {}, unreadable, odd: [] };
  }
  const lines = text.replace(QUOTED, '$1').split(/\r?\n/);
  const count = lines.filter((line) => !PLAIN_LINE.test(line)).length;
  if (count > 0) {
    const odd = [`${FILE}: ${file} has ${count} lines that are no NAME=value; mend them`];
    return { values: {}, unreadable: null, odd };
  }
  return { values: parseEnv(text) as Record<string, string>, unreadable: null, odd: [] };
}
