import { useSyncExternalStore } from 'react';
import type { TextFiles } from '../../texts/text-files';
import { again } from '../load/lazy';
import { onPreferences, preferences } from '../preferences/preferences';
import type { Language } from '../preferences/preferences';

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** The keys that a file has in every language. */
type KeysOf<T> = T extends [infer First, ...infer Others]
  ? Others extends []
    ? Leaves<First>
    : Leaves<First> & KeysOf<Others>
  : never;

type WithoutPlural<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;

/** The texts of the shell, or those of a context: a folder of `src/texts`. */
export type TextFile = keyof TextFiles;

/** The key of a text of `src/texts/<file>`. One that a language lacks is none. */
export type TextKey = {
  [F in TextFile]: WithoutPlural<KeysOf<TextFiles[F]>>;
}[TextFile];

export type TextValues = Readonly<Record<string, string | number>>;

/** A text in the language of the page. Values are shown as they are: React makes text of them. */
export type Say = (key: TextKey, values?: TextValues) => string;

/** A file of texts: by name, in groups. */
interface Texts {
  readonly [name: string]: string | Texts;
}

/** What has been asked for, in whatever language. */
const wanted = new Set<TextFile>(['shell']);
const loaded = new Set<string>();
/** By language and key. */
const texts = new Map<string, string>();
let spoken: Language = 'en';

/** Takes texts of a language. */
export function addTexts(language: Language, added: Texts, prefix = ''): void {
  for (const [name, text] of Object.entries(added)) {
    if (typeof text === 'string') texts.set(`${language}/${prefix}${name}`, text);
    else addTexts(language, text, `${prefix}${name}.`);
  }
}

async function load(language: Language, file: TextFile): Promise<void> {
  if (loaded.has(`${language}/${file}`)) return;
  const { default: added } = (await again(
    () => import(`../../texts/${file}/${language}.json`),
  )) as { readonly default: Texts };
  loaded.add(`${language}/${file}`);
  addTexts(language, added);
  renew();
}

/** Loads these texts in the language of the page, beside what needs them. */
export async function withTexts<T>(file: TextFile, loading: Promise<T>): Promise<T> {
  wanted.add(file);
  const [made] = await Promise.all([loading, load(preferences().language, file)]);
  return made;
}

/** Speaks a language, as far as its texts are there. */
export function speak(language: Language): void {
  spoken = language;
  renew();
}

async function change(language: Language): Promise<void> {
  await Promise.all([...wanted].map((file) => load(language, file)));
  if (language !== preferences().language) return; // another has been chosen since
  speak(language);
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
}

/** Loads the texts of the shell in the language of the preferences, and follows it. */
export async function startTexts(): Promise<void> {
  onPreferences(() => {
    if (spoken !== preferences().language) void change(preferences().language);
  });
  await change(preferences().language);
}

/** Making one takes longer than using it. */
const plurals = new Map<Language, Intl.PluralRules>();

function pluralOf(count: unknown): string {
  const rules = plurals.get(spoken) ?? new Intl.PluralRules(spoken);
  plurals.set(spoken, rules);
  return rules.select(Number(count));
}

/** The text of a key, of which there may be one for each plural. */
function textOf(key: string, values: TextValues): string | undefined {
  const known = texts.get(`${spoken}/${key}`);
  return known === undefined && values['count'] !== undefined
    ? texts.get(`${spoken}/${key}_${pluralOf(values['count'])}`)
    : known;
}

const filled = (text: string, values: TextValues): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));

const sayer =
  (): Say =>
  (key, values = {}) => {
    const text = textOf(key, values);
    if (text !== undefined) return filled(text, values);
    reportError(new Error(`There is no text ${key}`));
    return key;
  };

export const say: Say = sayer();

/** Another function whenever texts have changed: those who show them render again. */
let currentSay = say;
const sayers = new Set<() => void>();
const subscribe = (heard: () => void) => {
  sayers.add(heard);
  return () => void sayers.delete(heard);
};

export const useSay = (): Say => useSyncExternalStore(subscribe, () => currentSay);

function renew(): void {
  currentSay = sayer();
  sayers.forEach((heard) => heard());
}

/** Texts whose key is made of names: those of fields, kinds, exceptions. @returns null if there is none */
export function sayIfKnown(key: string, values: TextValues = {}): string | null {
  const text = textOf(key, values);
  return text === undefined ? null : filled(text, values);
}
