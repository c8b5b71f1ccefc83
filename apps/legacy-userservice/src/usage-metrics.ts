import { isIP } from 'node:net';
import type { Counts, Instruments } from '@chat-admin/server/metrics/instruments';
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
  private readonly addresses = new Set<string>();
  private readonly calls: Counts;

  constructor(instruments: Instruments) {
    this.calls = instruments.counter('legacy_userservice_requests_total');
  }

  /** Addresses beyond the first 1,000, invalid addresses and unknown types count as `other`. */
  count(call: Call): void {
    const { address, type, status, error } = call;
    if (this.addresses.size < MAX_ADDRESSES && isIP(address) > 0) this.addresses.add(address);
    const caller = this.addresses.has(address) ? address : 'other';
    const operation = operationType(type) ?? 'other';
    this.calls.of(caller, operation, status, error ?? 'none').count += 1;
  }
}
