import { readKeys, SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { StoredProperty } from '@chat-admin/domain/system/property-store';
import type { KnownProperty } from '@chat-admin/domain/system/known-property';
import type { ChangeFeed } from '../database/change-feed.js';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { KeptCopy } from '../database/kept-copy.js';

const read: Statement = {
  name: 'property-read',
  text: `select key, value from system_property where key = any ($1)`,
};

export interface StoredSystemPropertiesOptions {
  /** a refresh has failed; the last values stay and another attempt follows */
  readonly onError?: (error: unknown) => void;
  /** text was stored that cannot be parsed */
  readonly onUnusable?: (property: KnownProperty<unknown>) => void;
}

/**
 * The stored properties, kept in memory. Refreshed on each notice of a change, and when the change
 * feed is back after a loss.
 */
export class StoredSystemProperties extends SystemProperties {
  private readonly copy: KeptCopy;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly feed: ChangeFeed,
    private readonly options: StoredSystemPropertiesOptions = {},
  ) {
    super();
    this.copy = new KeptCopy(
      () => this.load(),
      (error) => this.options.onError?.(error),
    );
  }

  /** Loads the values. @throws if the database is unavailable */
  async start(): Promise<void> {
    this.feed.onProperties(() => void this.refresh());
    await this.copy.start();
  }

  /** Reads the values again; a change during the read triggers another read. Never fails. */
  refresh(): Promise<void> {
    return this.copy.refresh();
  }

  /** Waits for a pending read. */
  close(): Promise<void> {
    return this.copy.close();
  }

  private async load(): Promise<void> {
    const { rows } = await this.db.runAlone<StoredProperty>(read, [readKeys]);
    for (const property of this.take(rows)) this.options.onUnusable?.(property);
  }
}
