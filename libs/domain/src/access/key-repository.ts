import type { ApiKey, KeySecrets, KeySettings, StoredKey } from './api-key.js';

/** The stored keys. */
export abstract class KeyRepository {
  /** By name. */
  abstract list(): Promise<readonly StoredKey[]>;
  abstract find(id: string): Promise<StoredKey | null>;
  /** No other transaction changes keys until this one ends. */
  abstract hold(): Promise<void>;
  abstract add(key: StoredKey): Promise<void>;
  abstract update(id: string, settings: KeySettings): Promise<void>;
  abstract setSecrets(id: string, secrets: KeySecrets): Promise<void>;
  abstract remove(id: string): Promise<void>;
  /** Never sets an earlier time. Of a key that is gone nothing is noted. */
  abstract noteUse(id: string, at: Date, address: string): Promise<void>;
}

/** The keys as this instance knows them, for checking requests. */
export abstract class KeyDirectory {
  /** false while changes may go unnoticed; the keys must be read from the repository then */
  abstract get isCurrent(): boolean;
  abstract find(id: string): StoredKey | null;
  /** Waits until committed changes are known. Never fails. */
  abstract refresh(): Promise<void>;
}

/** What is stored of a key, as it is shown. */
export function shownKey({ secrets, ...key }: StoredKey, now: Date): ApiKey {
  const until = secrets.previous?.until ?? null;
  return { ...key, previousValidUntil: until !== null && until > now ? until : null };
}
