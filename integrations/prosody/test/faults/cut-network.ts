import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';

const LOOPBACK = '127.0.0.1';
const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);

/** A way from the process under test to a part, which can be cut without a word to either side. */
export interface Cable {
  /** where the process finds the part */
  readonly host: string;
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/**
 * A network between one process and the parts that it talks to. Where namespaces are permitted, the process has one of its
 * own, with a pair of virtual interfaces for each part: cut, it loses every packet, those of new connections too. Elsewhere
 * relays keep what they receive to themselves.
 */
export class CutNetwork {
  private readonly relays: Relay[] = [];
  private readonly links: string[] = [];
  private readonly subnet = `10.${randomInt(200, 250)}.${randomInt(0, 256)}`;
  private readonly id = `ca${randomBytes(3).toString('hex')}`;

  private constructor(readonly isolated: boolean) {}

  static async create(): Promise<CutNetwork> {
    const network = new CutNetwork(await isPermitted());
    if (network.isolated) {
      await ip('netns', 'add', network.id);
      await ip('-n', network.id, 'link', 'set', 'lo', 'up');
    }
    return network;
  }

  /** What a command line has to begin with, for a process on the inner side. */
  get prefix(): readonly string[] {
    return this.isolated ? ['ip', 'netns', 'exec', this.id] : [];
  }

  /** @param port of the part, on 127.0.0.1 of this side */
  async cableTo(port: number): Promise<Cable> {
    const link = this.isolated ? await this.link() : null;
    const relay = await Relay.start(port, link?.outer ?? LOOPBACK);
    this.relays.push(relay);
    if (!link) {
      const { port: near } = relay;
      return {
        host: LOOPBACK,
        port: near,
        cut: async () => relay.hold(),
        mend: async () => relay.release(),
      };
    }
    const set = async (state: string) => void (await ip('link', 'set', link.name, state));
    return { host: link.outer, port: relay.port, cut: () => set('down'), mend: () => set('up') };
  }

  /** An address at which this side reaches servers of the inner side; it is never cut. */
  async front(): Promise<string> {
    return this.isolated ? (await this.link()).inner : LOOPBACK;
  }

  async remove(): Promise<void> {
    for (const relay of this.relays) relay.stop();
    for (const name of this.links) await ip('link', 'del', name);
    if (this.isolated) await ip('netns', 'del', this.id);
  }

  /** Neighbours are known for good: with the cable cut, packets get lost instead of being refused for want of an answer. */
  private async link(): Promise<{ name: string; outer: string; inner: string }> {
    const index = this.links.length;
    const [name, peer] = [`${this.id}o${index}`, `${this.id}i${index}`];
    const [outer, inner] = [1, 2].map((last) => `${this.subnet}.${4 * index + last}`) as [
      string,
      string,
    ];
    await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', peer, 'netns', this.id);
    this.links.push(name);
    const inside = ['-n', this.id];
    await ip('addr', 'add', `${outer}/30`, 'dev', name);
    await ip(...inside, 'addr', 'add', `${inner}/30`, 'dev', peer);
    await ip('link', 'set', name, 'up');
    await ip(...inside, 'link', 'set', peer, 'up');
    const known = async (
      where: string[],
      own: string,
      address: string,
      of: string[],
      device: string,
    ) => {
      const { stdout } = await ip(...of, '-o', 'link', 'show', device);
      const mac = /ether (\S+)/.exec(stdout)?.[1] ?? '';
      await ip(
        ...where,
        'neigh',
        'replace',
        address,
        'lladdr',
        mac,
        'dev',
        own,
        'nud',
        'permanent',
      );
    };
    await known([], name, inner, inside, peer);
    await known(inside, peer, outer, [], name);
    return { name, outer, inner };
  }
}

/** Hands bytes on between connections of its own and a port of 127.0.0.1. */
class Relay {
  private readonly sockets = new Set<Socket>();
  private held = false;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (near) => this.join(near));
  }

  static async start(target: number, host: string): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server, target);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, host, resolve);
    });
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  hold(): void {
    this.held = true;
    for (const socket of this.sockets) socket.pause();
  }

  release(): void {
    this.held = false;
    for (const socket of this.sockets) socket.resume();
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(near: Socket): void {
    const far = connect(this.target, LOOPBACK);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.held) from.pause();
    }
  }
}

/** A namespace and what belongs to it can be made by root with CAP_NET_ADMIN, where iproute2 is installed. */
async function isPermitted(): Promise<boolean> {
  const name = `ca${randomBytes(3).toString('hex')}`;
  try {
    await ip('netns', 'add', name);
    await ip('link', 'add', `${name}o`, 'type', 'veth', 'peer', 'name', `${name}i`, 'netns', name);
    await ip('link', 'del', `${name}o`);
    return true;
  } catch {
    return false;
  } finally {
    await ip('netns', 'del', name).catch(() => undefined);
  }
}
