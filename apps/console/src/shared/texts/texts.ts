import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { TextFiles } from '../../texts/text-files';
import { again } from '../load/lazy';
import { onPreferences, preferences } from '../preferences/preferences';
import type { Language } from '../preferences/preferences';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    returnNull: false;
  }
}

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

/** What has been asked for, in whatever language. */
const wanted = new Set<TextFile>(['shell']);
const loaded = new Set<string>();

async function load(language: Language, file: TextFile): Promise<void> {
  if (loaded.has(`${language}/${file}`)) return;
  const { default: texts } = (await again(
    () => import(`../../texts/${file}/${language}.json`),
  )) as {
    readonly default: object;
  };
  loaded.add(`${language}/${file}`);
  i18next.addResourceBundle(language, 'translation', texts, true, true);
}

/** Loads these texts in the language of the page, beside what needs them. */
export async function withTexts<T>(file: TextFile, loading: Promise<T>): Promise<T> {
  wanted.add(file);
  const [made] = await Promise.all([loading, load(preferences().language, file)]);
  return made;
}

async function speak(language: Language): Promise<void> {
  await Promise.all([...wanted].map((file) => load(language, file)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
}

/** Loads the texts of the shell in the language of the preferences, and follows it. */
export async function startTexts(): Promise<void> {
  await i18next.init({
    lng: preferences().language,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: (key) => {
      reportError(new Error(`There is no text ${key}`));
      return key;
    },
  });
  followTexts();
  onPreferences(() => {
    if (i18next.language !== preferences().language) void speak(preferences().language);
  });
  await speak(preferences().language);
}

const sayer = (): Say => (key, values) =>
  i18next.t(key as never, values as never) as unknown as string;

export const say: Say = sayer();

/** Another function whenever texts have changed: those who show them render again. */
let currentSay = say;
const sayers = new Set<() => void>();
const subscribe = (heard: () => void) => {
  sayers.add(heard);
  return () => void sayers.delete(heard);
};

export const useSay = (): Say => useSyncExternalStore(subscribe, () => currentSay);

function followTexts(): void {
  const renew = () => {
    currentSay = sayer();
    sayers.forEach((heard) => heard());
  };
  i18next.on('languageChanged', renew);
  i18next.store.on('added', renew);
}

/** Texts whose key is made of names: those of fields, kinds, exceptions. @returns null if there is none */
export function sayIfKnown(key: string, values?: TextValues): string | null {
  return i18next.exists(key)
    ? (i18next.t(key as never, values as never) as unknown as string)
    : null;
}
