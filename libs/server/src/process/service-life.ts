import { setTimeout as pause } from 'node:timers/promises';
import type { ManagementListener } from './management-listener.js';

export interface ListenerSettings {
  readonly host: string;
  readonly port: number;
  readonly managementHost: string;
  readonly managementPort: number;
  readonly drainDelayMs: number;
}

export interface ListenerUrls {
  readonly url: string;
  readonly managementUrl: string;
}

/** The part of Fastify that is used. */
interface PublicListener {
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
}

/** The life cycle of an app: whether it serves, and whether clients should go elsewhere. */
export class ServiceLife {
  private state: 'starting' | 'serving' | 'draining' = 'starting';

  constructor(private readonly settings: ListenerSettings) {}

  get isServing(): boolean {
    return this.state === 'serving';
  }

  get isDraining(): boolean {
    return this.state === 'draining';
  }

  /** Probes are answered before requests are. @throws if an address is in use */
  async listen(edge: PublicListener, management: ManagementListener): Promise<ListenerUrls> {
    const { host, port, managementHost, managementPort } = this.settings;
    const managementUrl = await management.listen(managementHost, managementPort);
    const url = await edge.listen({ host, port });
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
