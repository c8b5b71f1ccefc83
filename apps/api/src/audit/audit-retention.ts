import { setTimeout as pause } from 'node:timers/promises';
import type { AuditReader } from '@chat-admin/domain/audit/audit-search';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';

const INTERVAL_MS = 10 * 60_000;
const BATCH_ENTRIES = 1000;
const BREATH_MS = 100;

/**
 * Deletes audit entries that are older than the property `audit.retention.days` says, every ten
 * minutes, in batches with pauses. Any number of instances may do so at once. Who can change the
 * property still cannot have entries deleted that are not older than `minDays`.
 */
export class AuditRetention {
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly log: AuditReader,
    private readonly properties: SystemProperties,
    private readonly minDays: number,
    private readonly onError: (error: unknown) => void,
  ) {
    this.timer = setInterval(() => void this.run(), INTERVAL_MS);
    this.timer.unref();
  }

  /** One pass; a pass that is under way is joined. Never fails. */
  run(): Promise<void> {
    return (this.running ??= this.pass()
      .catch(this.onError)
      .finally(() => {
        this.running = null;
      }));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async pass(): Promise<void> {
    const days = this.properties.read(systemProperty.auditRetention);
    while (!this.stopped && days > 0) {
      const age = Math.max(days, this.minDays);
      if ((await this.log.forget(age, BATCH_ENTRIES)) < BATCH_ENTRIES) return;
      await pause(BREATH_MS);
    }
  }
}
