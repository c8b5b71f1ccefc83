import type { ChatServerVitals } from '@chat-admin/server/composition/open-chat-server';
import { collectProcessMetrics, processMetrics } from '@chat-admin/server/process/process-metrics';
import { Counter, Gauge, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.js';

/** What the app counts; names follow the conventions of OpenTelemetry and Prometheus. */
export interface DomainCounts {
  readonly users: number;
  readonly lockouts: number;
  readonly groups: number;
  readonly rooms: number;
  readonly auditEntries: number;
}

export interface PoolCounts {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/**
 * Metrics of one app. Labels hold methods, route templates, statuses and reasons, never names of
 * users, groups or rooms.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new RequestDurations(this.registry);
  private readonly refusals = new Counter({
    name: 'chat_admin_refused_requests_total',
    help: 'Requests refused before they reached an endpoint, by reason',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  /**
   * All values are read at each scrape.
   * @param counts `null` omits the domain gauges
   * @param chatServer `null` if none is attached
   */
  constructor(
    pool: () => PoolCounts,
    counts: () => Promise<DomainCounts | null>,
    chatServer: () => ChatServerVitals | null,
  ) {
    collectProcessMetrics();
    const states = new Gauge({
      name: 'chat_admin_database_connections',
      help: 'Connections of the database pool; "waiting" counts requests for one',
      labelNames: ['state'],
      registers: [this.registry],
      collect: () => {
        for (const [state, value] of Object.entries(pool())) states.set({ state }, value);
      },
    });
    const objects = new Gauge({
      name: 'chat_admin_objects',
      help: 'Stored objects by kind',
      labelNames: ['kind'],
      registers: [this.registry],
      collect: async () => {
        const found = await counts();
        objects.reset();
        for (const [kind, value] of Object.entries(found ?? {})) objects.set({ kind }, value);
      },
    });
    if (chatServer() !== null) this.watch(chatServer);
  }

  private watch(chatServer: () => ChatServerVitals | null): void {
    const up = new Gauge({
      name: 'chat_server_up',
      help: 'Whether the chat server is available',
      registers: [this.registry],
      collect: () => {
        up.set(Number(chatServer()?.up));
      },
    });
    const deferred = new Counter({
      name: 'chat_server_deferred_notices_total',
      help: 'Change notices not delivered to the chat server, which catches up by itself',
      registers: [this.registry],
      collect: () => {
        deferred.reset();
        deferred.inc(chatServer()?.deferredNotices);
      },
    });
  }

  request(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe(method, route, status, seconds);
  }

  refused(reason: string): void {
    this.refusals.inc({ reason });
  }

  /** In the Prometheus text format. */
  async text(): Promise<string> {
    return `${await processMetrics()}\n${await this.registry.metrics()}`;
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
