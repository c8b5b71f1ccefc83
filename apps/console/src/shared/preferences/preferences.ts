import { useSyncExternalStore } from 'react';
import { onStored, readStored, store } from './storage';

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', zh: '简体中文' } as const;
export type Language = keyof typeof LANGUAGES;

export interface Preferences {
  readonly language: Language;
  readonly theme: 'system' | 'light' | 'dark';
  /** of times; `null`: that of the browser */
  readonly zone: string | null;
  readonly density: 'normal' | 'dense';
  /** whether single letters are shortcuts. WCAG 2.1.4 */
  readonly letterKeys: boolean;
}

const languageOfBrowser = (): Language =>
  (navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) as
    Language | undefined) ?? 'en';

const isZone = (zone: unknown): zone is string => {
  try {
    return typeof zone === 'string' && new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
};

function read(): Preferences {
  const stored = (readStored('preferences') ?? {}) as Partial<Record<keyof Preferences, unknown>>;
  const { language, theme, zone, density, letterKeys } = stored;
  return {
    language:
      typeof language === 'string' && Object.hasOwn(LANGUAGES, language)
        ? (language as Language)
        : languageOfBrowser(),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    zone: isZone(zone) ? zone : null,
    density: density === 'dense' ? 'dense' : 'normal',
    letterKeys: letterKeys !== false,
  };
}

let current = read();
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((heard) => heard());
onStored(() => {
  current = read();
  tell();
});

export const preferences = (): Preferences => current;

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  store('preferences', current);
  tell();
}

export function onPreferences(heard: () => void): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}

export const usePreferences = (): Preferences => useSyncExternalStore(onPreferences, preferences);
