import { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { StoredProperty } from '@chat-admin/domain/system/property-store';
import type { KnownProperty } from '@chat-admin/domain/system/system-properties';
import type { ChangeFeed } from '../database/change-feed.js';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const REREAD_MS = 30_000;

const all: Statement = { name: 'property-all', text: `select key, value from system_property` };

export interface StoredSystemPropertiesOptions {
  /** a refresh has failed; the last values stay and another attempt follows */
  readonly onError?: (error: unknown) => void;
  /** text was stored that cannot be parsed */
  readonly onUnusable?: (property: KnownProperty<unknown>) => void;
}

/**
 * The stored properties, kept in memory. Refreshed on each notice of a change, when the change feed
 * is back after a loss, and every 30 seconds as a safeguard.
 */
export class StoredSystemProperties extends SystemProperties {
  private reading: Promise<void> | null = null;
  private outdated = false;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly feed: ChangeFeed,
    private readonly options: StoredSystemPropertiesOptions = {},
  ) {
    super();
  }

  /** Loads the values. @throws if the database is unavailable */
  async start(): Promise<void> {
    this.feed.onProperties(() => void this.refresh());
    await this.load();
    this.timer = setInterval(() => void this.refresh(), REREAD_MS);
    this.timer.unref();
  }

  /** Reads the values again; a change during the read triggers another read. Never fails. */
  async refresh(): Promise<void> {
    this.outdated = true;
    return (this.reading ??= this.readUntilCurrent().finally(() => {
      this.reading = null;
    }));
  }

  /** Waits for a pending read. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.reading;
  }

  private async readUntilCurrent(): Promise<void> {
    while (this.outdated && !this.closed) {
      this.outdated = false;
      try {
        await this.load();
      } catch (error) {
        this.options.onError?.(error);
      }
    }
  }

  private async load(): Promise<void> {
    const { rows } = await this.db.runAlone<StoredProperty>(all);
    for (const property of this.take(rows)) this.options.onUnusable?.(property);
  }
}
