import type { KeySecrets, KeySettings, StoredKey } from '@chat-admin/domain/access/api-key';
import { KeyRepository } from '@chat-admin/domain/access/key-repository';
import { In } from 'typeorm';
import { CoalescedReads } from '../database/coalesced-reads.js';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { ApiKeyTable } from './api-key.table.js';
import type { ApiKeyRow } from './api-key.table.js';

/** Uses of keys may be noted meanwhile. */
const hold: Statement = {
  name: 'key-hold',
  text: `select pg_advisory_xact_lock('api_key'::regclass::oid::bigint)`,
};

const noteUse: Statement = {
  name: 'key-note-use',
  text: `
    update api_key set last_used = $2, last_address = $3
    where id = $1 and (last_used is null or last_used < $2)`,
};

export class PostgresKeyRepository extends KeyRepository {
  /** anybody may invent keys, and those of all take one connection */
  private readonly reads: CoalescedReads<string, StoredKey>;

  constructor(private readonly db: CurrentTransaction) {
    super();
    this.reads = new CoalescedReads<string, StoredKey>(
      {
        one: (id) => this.findNow(id),
        many: async (ids) => {
          const rows = await this.keys.findBy({ id: In(ids) });
          return new Map(rows.map((row) => [row.id, keyOf(row)]));
        },
      },
      1,
    );
  }

  async list(): Promise<readonly StoredKey[]> {
    return (await this.keys.find({ order: { name: 'asc' } })).map(keyOf);
  }

  find(id: string): Promise<StoredKey | null> {
    return this.db.active ? this.findNow(id) : this.reads.get(id);
  }

  private async findNow(id: string): Promise<StoredKey | null> {
    const row = await this.keys.findOneBy({ id });
    return row && keyOf(row);
  }

  async hold(): Promise<void> {
    await this.db.run(hold);
  }

  async add(key: StoredKey): Promise<void> {
    const { id, created, createdBy, lastUsed, lastAddress, secrets } = key;
    const rest = { id, created, createdBy, lastUsed, lastAddress };
    await this.keys.insert({ ...rest, ...settingColumns(key), ...secretColumns(secrets) });
  }

  async update(id: string, settings: KeySettings): Promise<void> {
    await this.keys.update({ id }, settingColumns(settings));
  }

  async setSecrets(id: string, secrets: KeySecrets): Promise<void> {
    await this.keys.update({ id }, secretColumns(secrets));
  }

  async remove(id: string): Promise<void> {
    await this.keys.delete({ id });
  }

  async noteUse(id: string, at: Date, address: string): Promise<void> {
    await this.db.runAlone(noteUse, [id, at, address]);
  }

  private get keys() {
    return this.db.table(ApiKeyTable);
  }
}

function settingColumns(settings: KeySettings) {
  const { name, scopes, allowedAddresses, rateLimit, expires } = settings;
  return {
    name,
    scopes: [...scopes],
    allowedAddresses: [...allowedAddresses],
    rateLimit,
    expires,
  };
}

function secretColumns({ current, previous }: KeySecrets) {
  return {
    digest: Buffer.from(current),
    previousDigest: previous && Buffer.from(previous.digest),
    previousUntil: previous && previous.until,
  };
}

function keyOf({ digest, previousDigest, previousUntil, ...shown }: ApiKeyRow): StoredKey {
  const previous = previousDigest &&
    previousUntil && { digest: previousDigest, until: previousUntil };
  return { ...shown, secrets: { current: digest, previous } };
}
