import type { CurrentTransaction } from '../current-transaction.js';
import { allProperties, putProperty, removeProperty } from './property-statements.js';
import type { SystemPropertyRow } from './system-property.table.js';

/** Stored system properties, joined to the current transaction. Instances hear of the commit. */
export class TypeormPropertyStore {
  constructor(private readonly db: CurrentTransaction) {}

  /** Ascending by key. */
  async all(): Promise<readonly SystemPropertyRow[]> {
    return (await this.db.run<SystemPropertyRow>(allProperties)).rows;
  }

  async put(key: string, value: string): Promise<void> {
    await this.db.run(putProperty, [key, value]);
  }

  /** @returns whether it was stored */
  async remove(key: string): Promise<boolean> {
    return (await this.db.run(removeProperty, [key])).count > 0;
  }
}
