import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { TYPES } from './userservice-operations.js';

const MAX_ADDRESSES = 1000;

/** Who still uses the user service, so that an operator can find the last callers. */
export class UsageMetrics {
  private readonly registry = new Registry();
  private readonly addresses = new Set<string>();
  private readonly calls = new Counter({
    name: 'legacy_userservice_requests_total',
    help: 'Calls of the deprecated user service by client address, type and HTTP status',
    labelNames: ['address', 'type', 'status'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Addresses beyond the first 1,000, and types that do not exist, are counted as `other`. */
  count(address: string, type: string | null | undefined, status: number): void {
    if (this.addresses.size < MAX_ADDRESSES) this.addresses.add(address);
    this.calls.inc({
      address: this.addresses.has(address) ? address : 'other',
      type: TYPES.find((known) => known === type) ?? 'other',
      status,
    });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
