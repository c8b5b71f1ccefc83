import type { StoredKey } from '@chat-admin/domain/access/api-key';
import { KeyDirectory } from '@chat-admin/domain/access/key-repository';
import type { KeyRepository } from '@chat-admin/domain/access/key-repository';
import type { ChangeFeed } from '../database/change-feed.js';
import { KeptCopy } from '../database/kept-copy.js';

/** All keys, kept in memory: there are 1,000 at most. */
export class StoredKeys extends KeyDirectory {
  private readonly copy: KeptCopy;
  private known: ReadonlyMap<string, StoredKey> = new Map();

  constructor(
    private readonly keys: KeyRepository,
    private readonly feed: ChangeFeed,
    onError: (error: unknown) => void = () => undefined,
  ) {
    super();
    this.copy = new KeptCopy(() => this.load(), onError);
  }

  get isCurrent(): boolean {
    return this.feed.reliable;
  }

  find(id: string): StoredKey | null {
    return this.known.get(id) ?? null;
  }

  /** @throws if the database is unavailable */
  async start(): Promise<void> {
    this.feed.onKeys(() => void this.refresh());
    await this.copy.start();
  }

  refresh(): Promise<void> {
    return this.copy.refresh();
  }

  close(): Promise<void> {
    return this.copy.close();
  }

  private async load(): Promise<void> {
    this.known = new Map((await this.keys.list()).map((key) => [key.id, key]));
  }
}
