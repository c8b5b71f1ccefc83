import type { AuditedCaller, AuditEntry } from '@chat-admin/domain/audit/audit-trail';
import { AuditLog } from '@chat-admin/domain/audit/audit-trail';
import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type {
  ChatServerDirectory,
  ChatServerVitals,
} from '@chat-admin/domain/chat-server/chat-server-directory';
import type { DatabaseObserver } from '@chat-admin/persistence/database/database-observer';
import type { CallOutcome } from '@chat-admin/prosody-bridge/bridge-client';
import { Instruments } from '../metrics/instruments.js';
import type { SpanAttributes } from '../edge/trace.js';
import type { Tracing } from '../tracing/tracing.js';
import { inTime } from '../process/readiness.js';
import type { ChatServerVitals as ChatServerLoad, OpenChatServer } from './open-chat-server.js';
import type { Persistence } from './open-persistence.js';

/** Metrics of the parts that the apps of a process share: database, audit, chat server. */
export class FoundationMetrics {
  readonly instruments = new Instruments();
  private readonly entries = this.instruments.counter('chat_admin_audit_entries_total');
  private readonly stored = this.entries.of('stored');
  private readonly lost = this.entries.of('lost');
  private appending = 0;

  /** @param tracing is told about calls, too */
  constructor(private readonly tracing: Tracing | null = null) {}

  /** For {@link openPersistence}. */
  database(): DatabaseObserver {
    const waits = this.instruments.histogram('db_client_connection_wait_time_seconds').of();
    const durations = this.instruments.histogram('db_client_operation_duration_seconds');
    const series = (kind: string) =>
      [durations.of(kind, 'ok'), durations.of(kind, 'error')] as const;
    const kinds = { read: series('read'), write: series('write'), list: series('list') };
    return {
      waited: (seconds) => waits.observe(seconds),
      asked: (kind, name) => {
        const began = performance.now();
        const span = this.tracing?.begin(name ?? kind, databaseSpan(kind, name));
        return (failed) => {
          kinds[kind][failed ? 1 : 0].observe((performance.now() - began) / 1000);
          span?.end(failed);
        };
      },
    };
  }

  /** For {@link openChatServer}. */
  chatServer(): (operation: string, outcome: CallOutcome, seconds: number) => void {
    const durations = this.instruments.histogram('chat_server_request_duration_seconds');
    return (operation, outcome, seconds) => {
      durations.of(operation, outcome).observe(seconds);
      this.tracing?.took(`chat server ${operation}`, seconds, outcome !== 'ok', {
        'rpc.method': operation,
        'chat_server.outcome': outcome,
      });
    };
  }

  auditStored(): void {
    this.stored.count += 1;
  }

  /** The log, which counts what goes in, and tells the trail. */
  counted(log: AuditLog, trail: AuditTrail): AuditLog {
    const append = async (entry: AuditEntry, caller: AuditedCaller) => {
      this.appending += 1;
      try {
        await log.append(entry, caller);
        trail.stored(entry);
      } catch (error) {
        this.lost.count += 1;
        throw error;
      } finally {
        this.appending -= 1;
      }
    };
    return new (class extends AuditLog {
      readonly append = append;
    })();
  }

  /** What is read at each scrape. */
  watch(
    { vitals, loginChanges, schema, chatServers, ways: { pooled } }: Persistence,
    live: OpenChatServer,
  ): void {
    const { instruments } = this;
    instruments.reading('chat_admin_audit_backlog', () => this.appending);
    instruments.reading('db_client_connections', () => {
      const { total, idle } = vitals.connections();
      return [
        [['idle'], idle],
        [['used'], total - idle],
      ];
    });
    instruments.reading(
      'db_client_connection_pending_requests',
      () => vitals.connections().waiting,
    );
    instruments.reading('chat_admin_database_writable', () => Number(vitals.writeFault === null));
    instruments.reading('chat_admin_change_feed_up', () => Number(loginChanges.reliable));
    instruments.reading('chat_admin_database_pooler', () => [[[pooled.poolMode], 1]]);
    instruments.reading('chat_admin_database_unnamed_statements', () =>
      Number(pooled.names.haveFailed),
    );
    instruments.reading('chat_admin_objects', async () => {
      const counts = await inTime(vitals.counts());
      return counts && Object.entries(counts).map(([kind, count]) => [[kind], count] as const);
    });
    instruments.reading('chat_admin_accounts_sha1_only', async () => inTime(vitals.sha1Only()));
    instruments.reading('chat_admin_schema_level', () =>
      Object.entries(schema.levels).map(([which, level]) => [[which], level] as const),
    );
    if (!live.mayAppear) return;
    this.watchChatServer(live);
    this.watchLease(chatServers);
  }

  /** A scrape asks for all of them at once, and reads once. */
  private watchLease(chatServers: ChatServerDirectory): void {
    const { instruments } = this;
    let reading: Promise<ChatServerVitals | null> | null = null;
    const read = () => (reading ??= inTime(chatServers.vitals()).finally(() => (reading = null)));
    instruments.reading('chat_server_nodes', async () => {
      const found = await read();
      return (
        found && [
          [['active'], found.active],
          [['waiting'], found.waiting],
        ]
      );
    });
    instruments.reading('chat_server_epoch', async () => (await read())?.epoch ?? null);
    instruments.reading(
      'chat_server_lease_seconds',
      async () => (await read())?.leaseSeconds ?? null,
    );
    instruments.reading(
      'chat_server_lease_age_seconds',
      async () => (await read())?.leaseAgeSeconds ?? null,
    );
  }

  private watchChatServer({ vitals }: OpenChatServer): void {
    const { instruments } = this;
    const told = <T>(read: (found: ChatServerLoad) => T) => {
      const found = vitals();
      return found && read(found);
    };
    instruments.reading('chat_server_up', () => told(({ up }) => Number(up)));
    instruments.reading('chat_server_deferred_notices_total', () =>
      told(({ deferredNotices }) => deferredNotices),
    );
    instruments.reading('chat_server_sessions', () => told(({ sessions }) => sessions));
    instruments.reading('chat_server_occupants', () => told(({ occupants }) => occupants));
    instruments.reading('chat_server_takeovers_total', () => told(({ takeovers }) => takeovers));
  }
}

/** The text of a statement stays here: it may hold values. */
const databaseSpan = (kind: string, name: string | undefined): SpanAttributes => ({
  'db.system.name': 'postgresql',
  'db.operation.name': kind,
  ...(name === undefined ? {} : { 'db.query.summary': name }),
});
