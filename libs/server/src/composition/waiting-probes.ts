import { ManagementListener } from '../process/management-listener.js';
import type { ListenerSettings } from '../process/service-life.js';

/** Where probes are asked. */
export interface ManagementAddress {
  readonly host: string;
  readonly port: number;
}

export const probesOf = ({
  managementHost,
  managementPort,
}: ListenerSettings): ManagementAddress => ({
  host: managementHost,
  port: managementPort,
});

/** Answers probes for an app that waits until its database is prepared. */
export class WaitingProbes {
  private readonly listeners: ManagementListener[] = [];

  constructor(
    private readonly addresses: readonly ManagementAddress[],
    private readonly log: { warn(message: string): void },
  ) {}

  /** @throws if an address is in use */
  async answer(): Promise<void> {
    this.log.warn(
      'The database is not prepared for this version: waiting until "chat-admin migrate" has done that',
    );
    for (const { host, port } of this.addresses) {
      const listener = new ManagementListener(
        {
          liveness: () => null,
          readiness: () => Promise.resolve('readiness/server (schema)'),
        },
        { text: () => Promise.resolve(''), contentType: 'text/plain; version=0.0.4' },
      );
      await listener.listen(host, port);
      this.listeners.push(listener);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.close()));
  }
}
