import { In } from 'typeorm';
import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import { MOST_PROPERTIES, PropertyStore } from '@chat-admin/domain/system/property-store';
import type {
  PropertyChange,
  PutRules,
  StoredProperty,
} from '@chat-admin/domain/system/property-store';
import { CoalescedReads } from '../database/coalesced-reads.js';
import type { CurrentTransaction, Rows, Statement } from '../database/current-transaction.js';
import { WholeChanges } from '../database/whole-changes.js';
import { SystemPropertyTable } from './system-property.table.js';

const holdTree: Statement = {
  name: 'property-hold-tree',
  text: `select hold_property_tree($1)`,
};

const put: Statement = {
  name: 'property-put',
  text: `select put_property($1, $2, $3, $4, $5) as done`,
};

const find: Statement = {
  name: 'property-find',
  text: `select value from system_property where key = $1`,
};

const changes: Statement = {
  name: 'property-changes',
  text: `
    select key, changed_at as changed, changed_by as "changedBy" from system_property
    where changed_at is not null and ($1::text is null or key = $1)`,
};

const findMany: Statement = {
  name: 'property-find-many',
  text: `select key, value from system_property where key = any ($1)`,
};

const isFullFor: Statement = {
  name: 'property-is-full-for',
  text: `
    select count(*) >= $2 and bool_and(key <> $1) as full from system_property`,
};

/** System properties in the current transaction. A trigger notifies all instances of the commit. */
export class TypeormPropertyStore extends PropertyStore {
  private readonly reads: CoalescedReads<string, string>;
  private readonly changes: WholeChanges;

  constructor(
    private readonly db: CurrentTransaction,
    audit: AuditTrail,
  ) {
    super();
    this.changes = new WholeChanges(db, audit);
    this.reads = new CoalescedReads({
      one: async (key) => valueIn(await db.runAlone<StoredProperty>(find, [key])),
      many: async (keys) => {
        const { rows } = await db.runAlone<StoredProperty>(findMany, [keys]);
        return new Map(rows.map(({ key, value }) => [key, value]));
      },
    });
  }

  all(): Promise<readonly StoredProperty[]> {
    return this.properties.find({ select: { key: true, value: true }, order: { key: 'asc' } });
  }

  async changesOf(key: string | null): Promise<ReadonlyMap<string, PropertyChange>> {
    type Row = PropertyChange & { readonly key: string };
    const { rows } = await this.db.runAlone<Row>(changes, [key]);
    return new Map(rows.map(({ key: of, ...change }) => [of, change]));
  }

  async isFullFor(key: string): Promise<boolean> {
    type Row = { readonly full: boolean };
    const { rows } = await this.db.run<Row>(isFullFor, [key, MOST_PROPERTIES]);
    return rows[0]!.full;
  }

  /** Outside a transaction, reads share a statement with others of the same turn. */
  async find(key: string): Promise<string | null> {
    if (!this.db.active) return this.reads.get(key);
    return valueIn(await this.db.run<StoredProperty>(find, [key]));
  }

  async put(
    key: string,
    value: string,
    { mustExist = false, keep = false }: PutRules = {},
  ): Promise<boolean> {
    type Row = { readonly done: boolean };
    const values = [key, value, mustExist, keep];
    return (await this.changes.run<Row>(put, values, ({ done }) => done))!.done;
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
