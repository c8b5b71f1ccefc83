import { PropertyStore } from '@chat-admin/domain/system/property-store';
import type { StoredProperty } from '@chat-admin/domain/system/property-store';
import type { CurrentTransaction } from '../database/current-transaction.js';
import {
  allProperties,
  familyOfProperty,
  findProperty,
  putProperty,
  removeProperties,
} from './property-statements.js';

/** Stored system properties, joined to the current transaction. Instances hear of the commit. */
export class TypeormPropertyStore extends PropertyStore {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async all(): Promise<readonly StoredProperty[]> {
    return (await this.db.run<Row>(allProperties)).rows;
  }

  async find(key: string): Promise<string | null> {
    const { rows } = await this.db.run<Row>(findProperty, [key]);
    return rows[0]?.value ?? null;
  }

  async put(key: string, value: string): Promise<void> {
    await this.db.run(putProperty, [key, value]);
  }

  async family(key: string): Promise<readonly string[]> {
    return (await this.db.run<Row>(familyOfProperty, [key])).rows.map((row) => row.key);
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.db.run(removeProperties, [keys]);
  }
}

type Row = StoredProperty & Record<string, unknown>;
