import { isIP } from 'node:net';
import { collectProcessMetrics, processMetrics } from '@chat-admin/server/process/process-metrics';
import { Counter, Registry } from 'prom-client';
import { operationType } from './operations.js';

const MAX_ADDRESSES = 1000;

export interface Call {
  readonly address: string;
  readonly type: string | null | undefined;
  readonly status: number;
  /** `null` on success */
  readonly error: string | null;
}

/** Counts remaining uses of the user service, so that operators can find the last callers. */
export class UsageMetrics {
  private readonly registry = new Registry();
  private readonly addresses = new Set<string>();
  private readonly calls = new Counter({
    name: 'legacy_userservice_requests_total',
    help: 'Calls of the deprecated user service by client address, type, HTTP status and error text',
    labelNames: ['address', 'type', 'status', 'error'],
    registers: [this.registry],
  });

  constructor() {
    collectProcessMetrics();
  }

  /** Addresses beyond the first 1,000, invalid addresses and unknown types count as `other`. */
  count(call: Call): void {
    const { address, type, status, error } = call;
    if (this.addresses.size < MAX_ADDRESSES && isIP(address) > 0) this.addresses.add(address);
    this.calls.inc({
      address: this.addresses.has(address) ? address : 'other',
      type: operationType(type) ?? 'other',
      status,
      error: error ?? 'none',
    });
  }

  async text(): Promise<string> {
    return `${await processMetrics()}\n${await this.registry.metrics()}`;
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
