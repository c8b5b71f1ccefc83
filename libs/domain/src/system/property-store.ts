export interface StoredProperty {
  readonly key: string;
  readonly value: string;
}

/** System properties as they are stored. */
export abstract class PropertyStore {
  /** All of them, ascending by code point. */
  abstract all(): Promise<readonly StoredProperty[]>;
  /** `null` when the key is not stored. */
  abstract find(key: string): Promise<string | null>;
  /** Stores or overwrites. */
  abstract put(key: string, value: string): Promise<void>;
  /**
   * Lets others that hold a key with the same first part wait until the transaction ends: all that
   * could lie below `key`, be it stored or not. Only inside a transaction.
   */
  abstract hold(key: string): Promise<void>;
  /** Keys of a property and everything below it: `key` itself, and what starts with `key` and a dot. */
  abstract family(key: string): Promise<readonly string[]>;
  abstract remove(keys: readonly string[]): Promise<void>;
}
