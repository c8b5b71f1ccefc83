import type pg from 'pg';
import { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { DatabaseServers } from './database-servers.js';
import { ServerClient } from './server-client.js';
import { ENDS_WITHOUT_ACKNOWLEDGEMENT } from './vanished-peers.js';

export interface ChangeFeedOptions {
  readonly url: string;
  /** those of `url` unless given: shared with the pool, so that both know the same primary */
  readonly servers?: DatabaseServers;
  readonly applicationName?: string;
  /** called once when the connection is lost; reconnects automatically */
  readonly onLoss?: (error: Error) => void;
  /** called when the connection is re-established */
  readonly onReturn?: () => void;
}

const CHANNEL = 'chat_admin_change';
const LOGIN = 'login:';
const EVENTS = 'events:';
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

/**
 * Notices of the database (`sql/users/notify_logins.sql`) on a dedicated connection. Notices are
 * lost while it is down: until it is back `reliable` is false, and then all logins, the properties,
 * the keys and the schema are reported as changed. A heartbeat detects dead connections.
 */
export class ChangeFeed extends LoginChanges {
  private readonly loginListeners = new Set<(username: Localpart | null) => void>();
  private readonly propertyListeners = new Set<() => void>();
  private readonly keyListeners = new Set<() => void>();
  private readonly schemaListeners = new Set<() => void>();
  private readonly outboxListeners = new Set<() => void>();
  private readonly eventListeners = new Set<() => void>();
  private client: pg.Client | null = null;
  private heartbeat: NodeJS.Timeout | null = null;
  private retry: NodeJS.Timeout | null = null;
  private delayMs = FIRST_DELAY_MS;
  private closed = false;

  private readonly servers: DatabaseServers;

  constructor(private readonly options: ChangeFeedOptions) {
    super();
    this.servers = options.servers ?? new DatabaseServers(options.url);
  }

  get reliable(): boolean {
    return this.client !== null;
  }

  subscribe(listener: (username: Localpart | null) => void): void {
    this.loginListeners.add(listener);
  }

  changed(username: Localpart): void {
    this.tellLogin(username);
  }

  onProperties(listener: () => void): void {
    this.propertyListeners.add(listener);
  }

  onKeys(listener: () => void): void {
    this.keyListeners.add(listener);
  }

  onSchema(listener: () => void): void {
    this.schemaListeners.add(listener);
  }

  /** Somebody else than an instance of the API has written events that need ids. */
  onOutbox(listener: () => void): void {
    this.outboxListeners.add(listener);
  }

  /** There are new events. @returns what ends it */
  onEvents(listener: () => void): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  /** @throws if the first connection fails */
  async start(): Promise<void> {
    await this.connect();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.retry !== null) clearTimeout(this.retry);
    const { client } = this;
    this.drop();
    await client?.end();
  }

  private async connect(): Promise<void> {
    const client = new ServerClient({
      servers: this.servers,
      application_name: this.options.applicationName ?? 'chat-admin changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
    });
    const lost = (error?: Error) => {
      if (this.client === client) this.lose(error ?? new Error('Connection terminated'));
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload }) => this.notice(payload ?? ''));
    try {
      await client.connect();
      await client.query(`${ENDS_WITHOUT_ACKNOWLEDGEMENT}; listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.closed) return client.end();
    this.client = client;
    this.delayMs = FIRST_DELAY_MS;
    this.heartbeat = setInterval(() => {
      client.query('select 1').catch(lost);
    }, HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  private lose(error: Error): void {
    const { client } = this;
    this.drop();
    // a half-dead connection would not answer the terminate message
    client?.end().catch(() => undefined);
    this.options.onLoss?.(error);
    this.scheduleRetry();
  }

  private drop(): void {
    this.client = null;
    if (this.heartbeat !== null) clearInterval(this.heartbeat);
  }

  private scheduleRetry(): void {
    if (this.closed) return;
    this.retry = setTimeout(
      () => {
        this.connect().then(
          () => this.missedEverything(),
          () => this.scheduleRetry(),
        );
      },
      this.delayMs * (0.5 + Math.random() / 2),
    );
    this.retry.unref();
    this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
  }

  private missedEverything(): void {
    if (this.closed) return;
    this.options.onReturn?.();
    this.tellLogin(null);
    tell(this.propertyListeners);
    const others = [this.keyListeners, this.schemaListeners];
    for (const all of [...others, this.outboxListeners, this.eventListeners]) tell(all);
  }

  private notice(payload: string): void {
    if (payload === 'properties') tell(this.propertyListeners);
    else if (payload === 'keys') tell(this.keyListeners);
    else if (payload === 'schema') tell(this.schemaListeners);
    else if (payload === 'outbox') tell(this.outboxListeners);
    else if (payload.startsWith(EVENTS)) tell(this.eventListeners);
    else if (payload.startsWith(LOGIN)) {
      this.tellLogin((payload.slice(LOGIN.length) || null) as Localpart | null);
    }
  }

  private tellLogin(username: Localpart | null): void {
    for (const listener of this.loginListeners) listener(username);
  }
}

function tell(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}
