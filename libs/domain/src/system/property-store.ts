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
   * Keys of a property and everything below it (`key` itself, and what starts with `key` and a dot),
   * which nobody else changes or removes until the transaction ends. Only inside a transaction.
   */
  abstract family(key: string): Promise<readonly string[]>;
  abstract remove(keys: readonly string[]): Promise<void>;
}
