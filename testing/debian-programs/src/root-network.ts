import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startBound } from '@chat-admin/processes/bound-process';
import type { BoundProcess } from '@chat-admin/processes/bound-process';
import { until } from './until.js';

const run = promisify(execFile);
const HUB = 'ip link add hub type bridge && ip link set hub up && echo open && exec sleep infinity';

/**
 * A network of booted roots and this machine, which no other reaches. It is a namespace with a bridge: when its process ends,
 * the kernel removes all that belongs to it, on this machine too. Needs root.
 */
export class RootNetwork {
  private taken = 1;

  private constructor(
    private readonly hub: BoundProcess,
    /** such as 198.18.3.16, of 16 addresses */
    private readonly first: readonly number[],
  ) {}

  static async open(): Promise<RootNetwork> {
    let said = '';
    const hub = startBound('/usr/bin/unshare', ['--net', 'sh', '-c', HUB], {
      onOutput: (text) => (said += text),
    });
    await Promise.race([until('the network is open', () => said.includes('open')), ended(hub)]);
    // of the range for tests of networks (RFC 2544)
    const block = (hub.pid % 8192) * 16;
    const network = new RootNetwork(hub, [
      198,
      18 + (block >> 16),
      (block >> 8) & 255,
      block & 255,
    ]);
    const here = `chat${hub.pid}`;
    await run('ip', `link add ${here} type veth peer name host netns ${hub.pid}`.split(' '));
    await run('ip', ['address', 'add', `${network.here}/28`, 'dev', here]);
    await run('ip', ['link', 'set', here, 'up']);
    const namespace = `--net=/proc/${hub.pid}/ns/net`;
    await run('nsenter', [namespace, ...'ip link set host master hub up'.split(' ')]);
    return network;
  }

  /** The process that holds it. */
  get pid(): number {
    return this.hub.pid;
  }

  /** This machine's address in it. */
  get here(): string {
    return this.address(1);
  }

  /** @returns an address that no root has */
  next(): string {
    return this.address(++this.taken);
  }

  async close(): Promise<void> {
    await this.hub.kill();
  }

  private address(host: number): string {
    const [a, b, c, d] = this.first;
    return [a, b, c, d! + host].join('.');
  }
}

async function ended(hub: BoundProcess): Promise<never> {
  await hub.ended;
  throw new Error(`A network of its own is refused: ${hub.output()}`);
}
