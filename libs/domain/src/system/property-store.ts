export interface StoredProperty {
  readonly key: string;
  readonly value: string;
}

/** The stored system properties. */
export abstract class PropertyStore {
  /** All of them, ascending by code point. */
  abstract all(): Promise<readonly StoredProperty[]>;
  /** `null` if the key is not stored. */
  abstract find(key: string): Promise<string | null>;
  /** Stores or overwrites. */
  abstract put(key: string, value: string): Promise<void>;
  /**
   * Locks everything that could lie below `key`, stored or not, until the transaction ends: holders
   * of keys with the same first component wait for each other. Only inside a transaction.
   */
  abstract hold(key: string): Promise<void>;
  /** The stored keys of a property and of everything below it: `key`, and keys that start with `key.`. */
  abstract family(key: string): Promise<readonly string[]>;
  abstract remove(keys: readonly string[]): Promise<void>;
}
