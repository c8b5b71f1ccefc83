import type { EventEmitter } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { listenFault } from './listen-faults.js';
import { addressToListen, admitGroup, socketPath } from './listen-address.js';
import type { PortAddress, SocketAddress } from './listen-address.js';

/** Of the event loop; each accepts one of the connections that wait, and others may go on coming. */
const MOST_TURNS = 50;
const QUIET_TURNS = 2;

export interface ListenerSettings {
  readonly host: string;
  readonly port: number;
  readonly managementHost: string;
  readonly managementPort: number;
  readonly drainDelayMs: number;
  readonly stopGraceMs: number;
  /** names of the settings of the addresses */
  readonly listenerSettings: Readonly<
    Record<'host' | 'port' | 'managementHost' | 'managementPort', string>
  >;
}

export interface ListenerUrls {
  readonly url: string;
  readonly managementUrl: string;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

interface ProbeListener {
  listen(host: string, port: number): Promise<string>;
}

/** The part of Fastify that is used. */
interface PublicListener {
  readonly server: EventEmitter;
  listen(address: SocketAddress | PortAddress): Promise<string>;
}

/** The life cycle of an app: whether it serves, and whether clients should go elsewhere. */
export class ServiceLife {
  private state: 'starting' | 'serving' | 'draining' = 'starting';
  private server: EventEmitter | null = null;

  constructor(private readonly settings: ListenerSettings) {}

  /** Whether it has begun to serve; `null`, or what has not. */
  get startup(): string | null {
    return this.state === 'starting' ? 'startup/server' : null;
  }

  get isServing(): boolean {
    return this.state === 'serving';
  }

  get isDraining(): boolean {
    return this.state === 'draining';
  }

  /** How its requests end. */
  endingOf(log: { warn(message: string): void }) {
    const { stopGraceMs: graceMs } = this.settings;
    return {
      graceMs,
      isDraining: () => this.isDraining,
      cutOff: (connections: number) =>
        log.warn(
          `Requests not finished within ${graceMs} ms of the stop are cut off: ${connections}`,
        ),
    };
  }

  /** Probes are answered before requests are. @throws ConfigurationFaults if an address cannot be listened on */
  async listen(edge: PublicListener, management: ProbeListener): Promise<ListenerUrls> {
    const { host, port, managementHost, managementPort, listenerSettings: names } = this.settings;
    const fails =
      (hostSetting: string, portSetting: string, address: Address) => (error: unknown) => {
        throw listenFault(error, { hostSetting, portSetting, ...address });
      };
    const managementUrl = await management.listen(managementHost, managementPort).catch(
      fails(names.managementHost, names.managementPort, {
        host: managementHost,
        port: managementPort,
      }),
    );
    const url = await listenOn(edge, host, port).catch(
      fails(names.host, names.port, { host, port }),
    );
    this.server = edge.server;
    this.state = 'serving';
    return { url, managementUrl };
  }

  /**
   * Reports "not ready" while still serving, to give load balancers time to notice. Connections made before are accepted
   * when it resolves.
   */
  async drain(): Promise<void> {
    const served = this.isServing;
    this.state = 'draining';
    if (served && this.settings.drainDelayMs > 0) await pause(this.settings.drainDelayMs);
    if (this.server !== null) await acceptanceOfWaiting(this.server);
  }
}

/** Those would be reset when it stops listening. */
async function acceptanceOfWaiting(server: EventEmitter): Promise<void> {
  let quiet = 0;
  const accepted = () => (quiet = 0);
  server.on('connection', accepted);
  for (let turn = 0; quiet <= QUIET_TURNS && turn < MOST_TURNS; turn += 1) {
    quiet += 1;
    await nextTurn();
  }
  server.off('connection', accepted);
}

async function listenOn(edge: PublicListener, host: string, port: number): Promise<string> {
  const url = await edge.listen(await addressToListen(host, port));
  admitGroup(host);
  return socketPath(host) === null ? url : host;
}
