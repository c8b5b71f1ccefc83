import { compareCodePoints } from '../shared/order.js';
import { MOST_PROPERTIES, PropertyStore } from '../system/property-store.js';
import type { PropertyChange, PutRules, StoredProperty } from '../system/property-store.js';
import { SystemProperties } from '../system/system-properties.js';
import type { KnownProperty } from '../system/known-property.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import type { InMemoryTransactions } from './in-memory-transactions.js';
import type { Rows } from './rows.js';

export class InMemoryPropertyStore extends PropertyStore {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly transactions: InMemoryTransactions,
  ) {
    super();
  }

  async all(): Promise<readonly StoredProperty[]> {
    return [...this.database.rows.properties]
      .map(([key, value]) => ({ key, value }))
      .sort((a, b) => compareCodePoints(a.key, b.key));
  }

  async changesOf(): Promise<ReadonlyMap<string, PropertyChange>> {
    return new Map();
  }

  async isFullFor(key: string): Promise<boolean> {
    const { properties } = this.database.rows;
    return !properties.has(key) && properties.size >= MOST_PROPERTIES;
  }

  async find(key: string): Promise<string | null> {
    return this.database.rows.properties.get(key) ?? null;
  }

  async put(key: string, value: string, { mustExist, keep }: PutRules = {}): Promise<boolean> {
    const write = () =>
      this.database.change(({ properties }) => {
        if (mustExist && !properties.has(key)) throw new Absent();
        if (!keep || !properties.has(key)) properties.set(key, value);
      });
    try {
      await this.transactions.run(write);
      return true;
    } catch (error) {
      if (error instanceof Absent) return false;
      throw error;
    }
  }

  /** Transactions wait for each other anyway. */
  async hold(): Promise<void> {}

  async family(key: string): Promise<readonly string[]> {
    const keys = (await this.all()).map((property) => property.key);
    return keys.filter((one) => one === key || one.startsWith(`${key}.`));
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.database.change(({ properties }) => {
      for (const key of keys) properties.delete(key);
    });
  }
}

/** Reflects committed changes immediately. */
export class InMemorySystemProperties extends SystemProperties {
  private taken: Rows | null = null;

  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  override read<T>(property: KnownProperty<T>): T {
    const { committedRows } = this.database;
    if (this.taken !== committedRows) {
      this.take([...committedRows.properties].map(([key, value]) => ({ key, value })));
      this.taken = committedRows;
    }
    return super.read(property);
  }

  async refresh(): Promise<void> {}
}

/** Rolls back, so that the audit entry is still owed. */
class Absent extends Error {}
