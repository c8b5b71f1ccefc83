import { setTimeout as pause } from 'node:timers/promises';
import { listenFault } from './listen-faults.js';
import { addressToListen, admitGroup, socketPath } from './listen-address.js';
import type { PortAddress, SocketAddress } from './listen-address.js';
import type { ManagementListener } from './management-listener.js';

export interface ListenerSettings {
  readonly host: string;
  readonly port: number;
  readonly managementHost: string;
  readonly managementPort: number;
  readonly drainDelayMs: number;
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

/** The part of Fastify that is used. */
interface PublicListener {
  listen(address: SocketAddress | PortAddress): Promise<string>;
}

/** The life cycle of an app: whether it serves, and whether clients should go elsewhere. */
export class ServiceLife {
  private state: 'starting' | 'serving' | 'draining' = 'starting';

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

  /** Probes are answered before requests are. @throws ConfigurationFaults if an address cannot be listened on */
  async listen(edge: PublicListener, management: ManagementListener): Promise<ListenerUrls> {
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
    this.state = 'serving';
    return { url, managementUrl };
  }

  /** Reports "not ready" while still serving, to give load balancers time to notice. */
  async drain(): Promise<void> {
    const served = this.isServing;
    this.state = 'draining';
    if (served && this.settings.drainDelayMs > 0) await pause(this.settings.drainDelayMs);
  }
}

async function listenOn(edge: PublicListener, host: string, port: number): Promise<string> {
  const url = await edge.listen(await addressToListen(host, port));
  admitGroup(host);
  return socketPath(host) === null ? url : host;
}
