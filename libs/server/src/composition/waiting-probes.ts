import type { Logger } from 'pino';
import { ListenerTls, tlsFilesOf } from '../process/listener-tls.js';
import type { TlsFiles, TlsSettings } from '../process/listener-tls.js';
import type { Obstacle } from './until-prepared.js';
import { ManagementListener } from '../process/management-listener.js';
import type { ListenerSettings } from '../process/service-life.js';

/** Where probes are asked. */
export interface ManagementAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsFiles | null;
}

export const probesOf = (settings: ListenerSettings & TlsSettings): ManagementAddress => ({
  host: settings.managementHost,
  port: settings.managementPort,
  tls: tlsFilesOf(settings).management,
});

/** Answers probes for an app that waits until its database is prepared. */
export class WaitingProbes {
  private readonly listeners: ManagementListener[] = [];

  constructor(
    private readonly addresses: readonly ManagementAddress[],
    private readonly log: Logger,
  ) {}

  /** @throws if an address is in use */
  async answer({ message }: Obstacle): Promise<void> {
    this.log.warn(`Waiting: ${message}`);
    if (this.listeners.length > 0) return;
    for (const { host, port, tls } of this.addresses) {
      const listener = new ManagementListener(
        {
          startup: () => 'startup/server (schema)',
          liveness: () => null,
          remark: () => null,
          readiness: () => Promise.resolve('readiness/server (schema)'),
        },
        { text: () => Promise.resolve(''), contentType: 'text/plain; version=0.0.4' },
        { tls: tls && ListenerTls.open(tls, this.log), token: () => null, warn: () => undefined },
      );
      await listener.listen(host, port);
      this.listeners.push(listener);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.close()));
  }
}
