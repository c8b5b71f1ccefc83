import { In } from 'typeorm';
import { PropertyStore } from '@chat-admin/domain/system/property-store';
import type { StoredProperty } from '@chat-admin/domain/system/property-store';
import { CoalescedReads } from '../database/coalesced-reads.js';
import type { CurrentTransaction, Rows, Statement } from '../database/current-transaction.js';
import { SystemPropertyTable } from './system-property.table.js';

/** Covers rows that do not exist yet, which cannot be locked. */
const holdTree: Statement = {
  name: 'property-hold-tree',
  text: `select pg_advisory_xact_lock('system_property'::regclass::oid::integer, hashtext(split_part($1, '.', 1)))`,
};

const find: Statement = {
  name: 'property-find',
  text: `select value from system_property where key = $1`,
};

const findMany: Statement = {
  name: 'property-find-many',
  text: `select key, value from system_property where key = any ($1)`,
};

/** System properties in the current transaction. A trigger notifies all instances of the commit. */
export class TypeormPropertyStore extends PropertyStore {
  private readonly reads: CoalescedReads<string, string>;

  constructor(private readonly db: CurrentTransaction) {
    super();
    this.reads = new CoalescedReads({
      one: async (key) => valueIn(await db.runAlone<StoredProperty>(find, [key])),
      many: async (keys) => {
        const { rows } = await db.runAlone<StoredProperty>(findMany, [keys]);
        return new Map(rows.map(({ key, value }) => [key, value]));
      },
    });
  }

  all(): Promise<readonly StoredProperty[]> {
    return this.properties.find({ order: { key: 'asc' } });
  }

  /** Outside a transaction, reads share a statement with others of the same turn. */
  async find(key: string): Promise<string | null> {
    if (!this.db.active) return this.reads.get(key);
    return valueIn(await this.db.run<StoredProperty>(find, [key]));
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

function valueIn({ rows }: Rows<StoredProperty>): string | null {
  return rows[0]?.value ?? null;
}
