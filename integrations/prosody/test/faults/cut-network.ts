import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '@chat-admin/debian-programs/until';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { type Place, Relay } from '../../src/network/relay.js';

const LOOPBACK = '127.0.0.1';
const RELAY = fileURLToPath(new URL('../../dist/network/relay-process.js', import.meta.url));
const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);
/** Addresses of links, which only the namespaces of one network know. */
const SUBNET = '10.0.0';

/** A way from the process under test to a part, which can be cut without a word to either side. */
export interface Cable {
  /** where the process finds the part */
  readonly host: string;
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A way from this side to a server on the inner side. Cut, the server hears nothing more, while this side is refused. */
export interface Line {
  /** on 127.0.0.1 */
  readonly port: number;
  cut(): Promise<void>;
  /** Ways that were cut stay dead for the server, as those to a machine that has restarted. */
  mend(): Promise<void>;
}

/**
 * A network between one process and the parts that it talks to. Where namespaces are permitted, the process has one of its
 * own, which a pair of virtual interfaces for each part joins to a second one: cut, it loses every packet, those of new
 * connections too. Relays join both by Unix sockets to the machine's own network, whose interfaces never change, since
 * browsers drop their connections when these do. Elsewhere relays keep what they receive to themselves.
 */
export class CutNetwork {
  private readonly relays: Relay[] = [];
  private readonly processes: BoundProcess[] = [];
  private links = 0;
  private readonly inner: string;
  private readonly outer: string;

  private constructor(
    readonly isolated: boolean,
    private readonly folder: string,
  ) {
    const id = `ca${randomBytes(3).toString('hex')}`;
    [this.inner, this.outer] = [`${id}i`, `${id}o`];
  }

  static async create(): Promise<CutNetwork> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-admin-network-'));
    const network = new CutNetwork(await isPermitted(), folder);
    if (network.isolated) await addNamespaces(network.inner, network.outer);
    return network;
  }

  /** What a command line has to begin with, for a process on the inner side. */
  get prefix(): readonly string[] {
    return this.isolated ? within(this.inner) : [];
  }

  /** @param port of the part, on 127.0.0.1 of this side */
  async cableTo(port: number): Promise<Cable> {
    const part = { host: LOOPBACK, port };
    if (!this.isolated) {
      const relay = await this.relay({ host: LOOPBACK, port: 0 }, part);
      return {
        host: LOOPBACK,
        port: relay.port,
        cut: async () => relay.hold(),
        mend: async () => relay.release(),
      };
    }
    const socket = this.socket();
    await this.relay(socket, part);
    const link = await this.link();
    const near = await this.relayWithin(this.outer, { host: link.address, port: 0 }, socket);
    const set = async (state: string) =>
      void (await ip('-n', this.outer, 'link', 'set', link.name, state));
    return {
      host: link.address,
      port: Number(near),
      cut: () => set('down'),
      mend: () => set('up'),
    };
  }

  /**
   * The port of 127.0.0.1 at which this side reaches a server of the inner side. It is never cut.
   * @param port of the server, on 127.0.0.1 of the inner side
   */
  async wayTo(port: number): Promise<number> {
    if (!this.isolated) return port;
    const socket = this.socket();
    await this.relayWithin(this.inner, socket, { host: LOOPBACK, port });
    return (await this.relay({ host: LOOPBACK, port: 0 }, socket)).port;
  }

  /** Needs namespaces. @param port of the server, on all addresses of the inner side */
  async lineTo(port: number): Promise<Line> {
    const lay = async (near: number) => {
      const link = await this.link();
      const socket = this.socket();
      await this.relayWithin(this.outer, socket, { host: link.farAddress, port });
      return { link, relay: await this.relay({ host: LOOPBACK, port: near }, socket) };
    };
    let laid = await lay(0);
    const { port: own } = laid.relay;
    return {
      port: own,
      cut: async () => {
        await ip('-n', this.outer, 'link', 'set', laid.link.name, 'down');
        laid.relay.stop();
      },
      mend: async () => {
        laid = await lay(own);
      },
    };
  }

  async remove(): Promise<void> {
    for (const relay of this.relays) relay.stop();
    for (const one of this.processes) await one.kill();
    if (this.isolated) await removeNamespaces(this.inner, this.outer);
    await rm(this.folder, { recursive: true });
  }

  private socket(): { readonly path: string } {
    return { path: join(this.folder, randomBytes(3).toString('hex')) };
  }

  private async relay(place: Place, target: Place): Promise<Relay> {
    const relay = await Relay.start(place, target);
    this.relays.push(relay);
    return relay;
  }

  /** @returns its first line of output */
  private async relayWithin(namespace: string, place: Place, target: Place): Promise<string> {
    const [, ...args] = within(namespace);
    const command = [process.execPath, RELAY, JSON.stringify(place), JSON.stringify(target)];
    const relay = startBound('/usr/sbin/ip', [...args, ...command]);
    this.processes.push(relay);
    return until('a relay listens', () => relay.output() || null);
  }

  /** Neighbours are known for good: with the cable cut, packets get lost instead of being refused for want of an answer. */
  private async link() {
    const index = this.links++;
    const outer = {
      namespace: this.outer,
      name: `o${index}`,
      address: `${SUBNET}.${4 * index + 1}`,
    };
    const inner = {
      namespace: this.inner,
      name: `i${index}`,
      address: `${SUBNET}.${4 * index + 2}`,
    };
    await ip(
      ...['-n', outer.namespace, 'link', 'add', outer.name, 'type', 'veth'],
      ...['peer', 'name', inner.name, 'netns', inner.namespace],
    );
    for (const { namespace, name, address } of [outer, inner]) {
      await ip('-n', namespace, 'addr', 'add', `${address}/30`, 'dev', name);
      await ip('-n', namespace, 'link', 'set', name, 'up');
    }
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      const { stdout } = await ip('-n', other.namespace, '-o', 'link', 'show', other.name);
      const mac = /ether (\S+)/.exec(stdout)?.[1] ?? '';
      await ip(
        ...['-n', one.namespace, 'neigh', 'replace', other.address, 'lladdr', mac],
        ...['dev', one.name, 'nud', 'permanent'],
      );
    }
    return { ...outer, farAddress: inner.address };
  }
}

const within = (namespace: string) => ['ip', 'netns', 'exec', namespace];

async function addNamespaces(...names: string[]): Promise<void> {
  for (const name of names) {
    await ip('netns', 'add', name);
    await ip('-n', name, 'link', 'set', 'lo', 'up');
  }
}

async function removeNamespaces(...names: string[]): Promise<void> {
  for (const name of names) await ip('netns', 'del', name).catch(() => undefined);
}

/** Namespaces and pairs of interfaces can be made by root with CAP_NET_ADMIN, where iproute2 is installed. */
async function isPermitted(): Promise<boolean> {
  const id = `ca${randomBytes(3).toString('hex')}`;
  const [one, other] = [`${id}a`, `${id}b`];
  try {
    await addNamespaces(one, other);
    // `a` would be read as `address`
    await ip('-n', one, 'link', 'add', 'o0', 'type', 'veth', 'peer', 'name', 'i0', 'netns', other);
    return true;
  } catch {
    return false;
  } finally {
    await removeNamespaces(one, other);
  }
}
