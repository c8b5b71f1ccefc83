export interface StoredProperty {
  readonly key: string;
  readonly value: string;
}

/** Contract: core 7.1 */
export const MOST_PROPERTIES = 1_000;

export interface PropertyChange {
  readonly changed: Date;
  /** name of the principal */
  readonly changedBy: string;
}

export interface PutRules {
  /** refuses a key that is not stored */
  readonly mustExist?: boolean;
  /** leaves a stored value as it is */
  readonly keep?: boolean;
}

/** The stored system properties. */
export abstract class PropertyStore {
  /** All of them, ascending by code point. */
  abstract all(): Promise<readonly StoredProperty[]>;
  /**
   * The last changes, by key, of all properties or (`key`) of one; none where nobody knows who it was.
   */
  abstract changesOf(key: string | null): Promise<ReadonlyMap<string, PropertyChange>>;
  /** Whether `key` is not stored, and as many others are as there may be. */
  abstract isFullFor(key: string): Promise<boolean>;
  /** `null` if the key is not stored. */
  abstract find(key: string): Promise<string | null>;
  /**
   * Stores or overwrites as if nobody else changed the tree of `key` meanwhile (see {@link hold});
   * outside a transaction together with the audit entry. @returns `false` if it was refused
   */
  abstract put(key: string, value: string, rules?: PutRules): Promise<boolean>;
  /**
   * Locks everything that could lie below `key`, stored or not, until the transaction ends: holders
   * of keys with the same first component wait for each other. Only inside a transaction.
   */
  abstract hold(key: string): Promise<void>;
  /** The stored keys of a property and of everything below it: `key`, and keys that start with `key.`. */
  abstract family(key: string): Promise<readonly string[]>;
  abstract remove(keys: readonly string[]): Promise<void>;
}
