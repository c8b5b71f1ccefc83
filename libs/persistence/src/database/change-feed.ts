import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
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
  /** sends notices as others do, so that it is known that they arrive; over the connection of the feed unless given */
  readonly notify?: (statement: string, values: readonly string[]) => Promise<unknown>;
  /** how long a notice of its own may take, 5 seconds unless given */
  readonly timeoutMs?: number;
  /** called once when the connection is lost; reconnects automatically */
  readonly onLoss?: (error: Error) => void;
  /** called when the connection is re-established */
  readonly onReturn?: () => void;
}

const CHANNEL = 'chat_admin_change';
const LOGIN = 'login:';
const ECHO = 'echo:';
const NOTIFY = 'select pg_notify($1, $2)';
const EVENTS = 'events:';
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;
const ECHO_TIMEOUT_MS = 5_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

/** A pooler is between that lends sessions, or the addresses of pool and feed have parted. */
export class NoticesLost extends Error {
  constructor() {
    super('A notice was sent, but not received');
  }
}

/**
 * Notices of the database (`sql/users/notify_logins.sql`) on a dedicated connection. Notices are
 * lost while it is down: until it is back `reliable` is false, and then all logins, the properties,
 * the keys, what is managed, the schema and the chat servers are reported as changed. A heartbeat detects dead connections, and those on which
 * notices do not arrive: it sends one of its own.
 */
export class ChangeFeed extends LoginChanges {
  private readonly loginListeners = new Set<(username: Localpart | null) => void>();
  private readonly propertyListeners = new Set<() => void>();
  private readonly keyListeners = new Set<() => void>();
  private readonly managedListeners = new Set<() => void>();
  private readonly schemaListeners = new Set<() => void>();
  private readonly chatServerListeners = new Set<() => void>();
  private readonly outboxListeners = new Set<() => void>();
  private readonly eventListeners = new Set<() => void>();
  private readonly echoes = new Map<string, () => void>();
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

  /** Something is managed that was not. */
  onManaged(listener: () => void): void {
    this.managedListeners.add(listener);
  }

  onSchema(listener: () => void): void {
    this.schemaListeners.add(listener);
  }

  /** Another chat server serves or waits. */
  onChatServers(listener: () => void): void {
    this.chatServerListeners.add(listener);
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

  /** @throws if the first connection fails; that notices do not arrive is a loss like later ones */
  async start(): Promise<void> {
    try {
      await this.connect();
    } catch (error) {
      if (!(error instanceof NoticesLost)) throw error;
      this.options.onLoss?.(error);
      this.scheduleRetry();
    }
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
      await this.prove(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.closed) return client.end();
    this.client = client;
    this.delayMs = FIRST_DELAY_MS;
    this.heartbeat = setInterval(() => void this.prove(client).catch(lost), HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  /**
   * Sends a notice of its own; while the pool cannot send it, the connection is only asked for an answer.
   * @throws NoticesLost
   */
  private async prove(client: pg.Client): Promise<void> {
    const nonce = randomUUID();
    const heard = new Promise<true>((resolve) => this.echoes.set(nonce, () => resolve(true)));
    const own = (statement: string, values: readonly string[]) =>
      client.query(statement, [...values]);
    const waited = new AbortController();
    try {
      const sent = await (this.options.notify ?? own)(NOTIFY, [CHANNEL, ECHO + nonce]).then(
        () => true,
        () => false,
      );
      if (!sent) return void (await client.query('select 1'));
      const { timeoutMs = ECHO_TIMEOUT_MS } = this.options;
      const never = pause(timeoutMs, false, { signal: waited.signal, ref: false });
      if (!(await Promise.race([heard, never])) && !this.closed) throw new NoticesLost();
    } finally {
      waited.abort();
      this.echoes.delete(nonce);
    }
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
    const others = [this.keyListeners, this.managedListeners, this.schemaListeners];
    const rest = [this.chatServerListeners, this.outboxListeners, this.eventListeners];
    for (const all of [...others, ...rest]) tell(all);
  }

  private notice(payload: string): void {
    if (payload.startsWith(ECHO)) this.echoes.get(payload.slice(ECHO.length))?.();
    else if (payload === 'properties') tell(this.propertyListeners);
    else if (payload === 'keys') tell(this.keyListeners);
    else if (payload === 'managed') tell(this.managedListeners);
    else if (payload === 'schema') tell(this.schemaListeners);
    else if (payload === 'engine') tell(this.chatServerListeners);
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
