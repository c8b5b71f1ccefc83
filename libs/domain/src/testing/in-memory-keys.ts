import { AddressRanges } from '../shared/address-ranges.js';
import type { KeySecrets, KeySettings, StoredKey } from '../access/api-key.js';
import { KeyDirectory, KeyRepository } from '../access/key-repository.js';
import { KeyTokens } from '../access/key-tokens.js';
import type { KeyToken } from '../access/key-tokens.js';
import { compareCodePoints } from '../shared/order.js';
import type { InMemoryDatabase } from './in-memory-database.js';

export class InMemoryKeyRepository extends KeyRepository {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async list(): Promise<readonly StoredKey[]> {
    return [...this.database.rows.keys.values()].sort((a, b) => compareCodePoints(a.name, b.name));
  }

  async find(id: string): Promise<StoredKey | null> {
    return this.database.rows.keys.get(id) ?? null;
  }

  /** Transactions wait for each other anyway. */
  async hold(): Promise<void> {}

  async add(key: StoredKey): Promise<void> {
    await this.database.change(({ keys }) => keys.set(key.id, key));
  }

  async update(
    id: string,
    { name, scopes, allowedAddresses, rateLimit, expires }: KeySettings,
  ): Promise<void> {
    await this.change(id, { name, scopes, allowedAddresses, rateLimit, expires });
  }

  async setSecrets(id: string, secrets: KeySecrets): Promise<void> {
    await this.change(id, { secrets });
  }

  async remove(id: string): Promise<void> {
    await this.database.change(({ keys }) => keys.delete(id));
  }

  async noteUse(id: string, at: Date, address: string): Promise<void> {
    const known = (await this.find(id))?.lastUsed ?? null;
    if (known === null || known < at) {
      await this.change(id, { lastUsed: at, lastAddress: address });
    }
  }

  private async change(id: string, change: Partial<StoredKey>): Promise<void> {
    await this.database.change(({ keys }) => {
      const key = keys.get(id);
      if (key !== undefined) keys.set(id, { ...key, ...change });
    });
  }
}

/** Reflects committed changes immediately. */
export class InMemoryKeyDirectory extends KeyDirectory {
  readonly isCurrent = true;

  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  find(id: string): StoredKey | null {
    return this.database.committedRows.keys.get(id) ?? null;
  }

  async refresh(): Promise<void> {}
}

/** Counts, and stores secrets as they are. */
export class CountedKeyTokens extends KeyTokens {
  private count = 0;

  newToken(): KeyToken {
    return { id: `key${String((this.count += 1)).padStart(7, '0')}`, secret: this.newSecret() };
  }

  newSecret(): string {
    return `secret${(this.count += 1)}`.padEnd(43, '-');
  }

  digestOf(secret: string): Uint8Array {
    return new TextEncoder().encode(secret);
  }
}

/** Knows addresses of four numbers, and ranges of whole ones of these. */
export class PlainAddressRanges extends AddressRanges {
  isUsable(entry: string): boolean {
    return /^\d+\.\d+\.\d+\.\d+(\/(8|16|24))?$/.test(entry);
  }

  covers(allowed: readonly string[], entries: readonly string[]): boolean {
    return entries.every((entry) =>
      allowed.some((one) => numbersOf(entry).startsWith(numbersOf(one))),
    );
  }
}

function numbersOf(entry: string): string {
  const [address = '', bits = '32'] = entry.split('/');
  return address
    .split('.')
    .slice(0, Number(bits) / 8)
    .map((number) => `${number}.`)
    .join('');
}
