import { ApiConfig } from '@chat-admin/api/config';
import { settingsOf } from '@chat-admin/configuration/setting';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';
import { fault, ok, some, warning } from '../check.js';
import type { Check } from '../check.js';

const OF_COMMANDS = [
  ...['CHAT_SERVER', 'DATA_DIR', 'XMPP_CLIENT_PORT', 'XMPP_HTTP_PORT'],
  ...['DATABASE_MIGRATION_URL', 'DATABASE_MIGRATION_URL_FILE'],
];
/** Of tests, and of what else has such names. */
const PREFIXES = /^(API|LEGACY|MANAGEMENT|DATABASE|CHAT_SERVER|XMPP|AUDIT|REDIS)_/;
const FILE = /_FILE$/;

/** Names that begin like settings and are none: a misspelt one has no effect. */
export const unknownSettings: Check = {
  code: 'program/unknown-settings',
  examine: ({ environment }) => {
    const declared = [...settingsOf(ApiConfig), ...settingsOf(LegacyConfig)];
    const known = new Set([
      ...OF_COMMANDS,
      ...declared.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
    ]);
    const unknown = Object.keys(environment)
      .filter((name) => environment[name] && PREFIXES.test(name) && !known.has(name))
      .sort();
    if (unknown.length === 0) return ok('Every setting in the environment is known');
    const told = unknown.map((name) => ({ name, meant: meant(name, known) }));
    const misspelt = told.filter(({ meant: other }) => other !== null);
    const texts = told.map(({ name, meant: other }) =>
      other === null ? name : `${name} (did you mean ${other}?)`,
    );
    const tell = misspelt.length > 0 ? fault : warning;
    return tell(`There is no setting ${some(texts)}`, 'shell', `unset ${unknown.join(' ')}`);
  },
};

/** `null`: it is like none */
function meant(name: string, known: ReadonlySet<string>): string | null {
  const ofFile = name.replace(FILE, '');
  if (FILE.test(name) && known.has(ofFile)) return ofFile;
  return [...known].find((other) => distance(name, other) <= 2) ?? null;
}

/** Levenshtein's. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
