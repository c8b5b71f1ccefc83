import { readdirSync, readFileSync } from 'node:fs';
import type { TextKey } from '../../src/shared/texts/texts';

export const LANGUAGES = ['en', 'de', 'es', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

type Texts = { readonly [key: string]: string | Texts };

const folder = new URL('../../src/texts/', import.meta.url);

/** Of the shell, and of each context. */
export const TEXT_FILES = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

export const readTexts = (language: Language, file: string): Texts =>
  JSON.parse(readFileSync(new URL(`${file}/${language}.json`, folder), 'utf8')) as Texts;

/** All texts, by their keys. */
export function flat(texts: Texts, prefix = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value]]
        : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  );
}

const all = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    Object.assign({}, ...TEXT_FILES.map((file) => flat(readTexts(language, file)))) as Readonly<
      Record<string, string>
    >,
  ]),
);

/** A text as the page shows it. */
export function textIn(
  language: Language,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const form = new Intl.PluralRules(language).select(Number(values['count']));
  const text = all[language]![key] ?? all[language]![`${key}_${form}`];
  if (text === undefined) throw new Error(`${language} has no text ${key}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** Texts that are the same in a language as in English, by the reason why. */
const SAME: readonly {
  readonly why: string;
  readonly of: readonly Language[];
  readonly texts: readonly string[];
}[] = [
  {
    why: 'names of techniques and products',
    of: ['de', 'es', 'zh'],
    texts: ['API', 'Redis', 'Webhook', 'Active Directory', 'OpenLDAP'],
  },
  { why: 'borrowed as it is', of: ['de', 'es'], texts: ['Webhooks', 'Token'] },
  { why: 'borrowed as it is', of: ['de'], texts: ['Cluster', 'Client', 'Online', 'online'] },
  {
    why: 'a word of both languages',
    of: ['de'],
    texts: [
      ...['Name', 'Person', 'Admin', 'Admins', 'Administrator', 'Moderator', 'Text', 'Normal'],
      ...['Status', 'Trace', 'Version', 'Browser', 'System', 'Organisation', 'Import'],
    ],
  },
  { why: 'a word of both languages', of: ['es'], texts: ['Normal', 'bytes', 'invisible', 'no'] },
  {
    why: 'signs alone',
    of: ['de', 'es'],
    texts: [
      '{{number}} ms',
      '{{sentence}}: {{details}}',
      '{{sentence}}; {{details}}',
      '{{who}}: {{act}}',
    ],
  },
];

/** Texts that may be as in English. */
export const sameIn = (language: Language): readonly string[] =>
  SAME.filter(({ of }) => of.includes(language)).flatMap(({ texts }) => texts);

/** All texts of a language. */
export const textsIn = (language: Language): Readonly<Record<string, string>> => all[language]!;
