import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { HostNames } from '@chat-admin/domain/sessions/host-names';

const KEPT_MS = 600_000;
const MAX_KNOWN = 10_000;
const MAX_AT_ONCE = 8;
/** Whoever owns an address decides what its name is. */
const HOST_NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/i;

interface Known {
  readonly name: string | null;
  readonly untilMs: number;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export interface LookupOptions {
  /** the names of an address; rejects when there is none */
  readonly reverse?: (address: string) => Promise<readonly string[]>;
  readonly nowMs?: () => number;
}

/**
 * Names from DNS, looked up behind the requests, at most eight at once. An address whose turn does
 * not come is looked up when it is asked for again. Contract: core 8.1
 */
export class ReverseLookups extends HostNames {
  private readonly known = new Map<string, Known>();
  private readonly running = new Set<string>();
  private readonly reverse: (address: string) => Promise<readonly string[]>;
  private readonly nowMs: () => number;

  constructor(options: LookupOptions = {}) {
    super();
    const resolver = new Resolver({ timeout: 2_000, tries: 1 });
    this.reverse = options.reverse ?? ((address) => resolver.reverse(address));
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  nameOf(address: string): string | null {
    const found = this.known.get(address);
    if (found !== undefined && found.untilMs > this.nowMs()) return found.name;
    if (isIP(address) === 0) return null;
    if (isLoopback(address)) return this.remember(address, 'localhost', Infinity);
    void this.lookUp(address);
    return found?.name ?? null;
  }

  private async lookUp(address: string): Promise<void> {
    if (this.running.size >= MAX_AT_ONCE || this.running.has(address)) return;
    this.running.add(address);
    const names = await this.reverse(address).catch(() => []);
    this.running.delete(address);
    const name = names[0] !== undefined && HOST_NAME.test(names[0]) ? names[0] : null;
    this.remember(address, name, this.nowMs() + KEPT_MS);
  }

  private remember(address: string, name: string | null, untilMs: number): string | null {
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(address, { name, untilMs });
    return name;
  }
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
