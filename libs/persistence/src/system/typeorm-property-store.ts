import { In } from 'typeorm';
import { PropertyStore } from '@chat-admin/domain/system/property-store';
import type { StoredProperty } from '@chat-admin/domain/system/property-store';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { SystemPropertyTable } from './system-property.table.js';

/** Covers rows that do not exist yet, which cannot be locked. */
const holdTree: Statement = {
  name: 'property-hold-tree',
  text: `select pg_advisory_xact_lock('system_property'::regclass::oid::integer, hashtext(split_part($1, '.', 1)))`,
};

/** System properties in the current transaction. A trigger notifies all instances of the commit. */
export class TypeormPropertyStore extends PropertyStore {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  all(): Promise<readonly StoredProperty[]> {
    return this.properties.find({ order: { key: 'asc' } });
  }

  async find(key: string): Promise<string | null> {
    return (await this.properties.findOneBy({ key }))?.value ?? null;
  }

  async put(key: string, value: string): Promise<void> {
    await this.properties.upsert({ key, value }, ['key']);
  }

  async hold(key: string): Promise<void> {
    await this.db.run(holdTree, [key]);
  }

  /** Compares prefixes literally, without wildcards. */
  async family(key: string): Promise<readonly string[]> {
    const found = await this.properties
      .createQueryBuilder('property')
      .where(`key = :key or left(key, length(:key) + 1) = :key || '.'`, { key })
      .orderBy('key')
      .getMany();
    return found.map((property) => property.key);
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.properties.delete({ key: In(keys) });
  }

  private get properties() {
    return this.db.table(SystemPropertyTable);
  }
}
