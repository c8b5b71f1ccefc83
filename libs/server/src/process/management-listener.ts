import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Each returns the name of the failed check, or `null`. */
export interface Probes {
  /** whether it has begun to serve */
  startup(): string | null;
  /** does not depend on anything outside the process */
  liveness(): string | null;
  /** @param reads whether only reads count */
  readiness(reads: boolean): Promise<string | null>;
}

export interface MetricsText {
  text(): Promise<string>;
  readonly contentType: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly type: string;
}

const plain = (status: number, text: string): Answer => ({
  status,
  text: `${text}\n`,
  type: 'text/plain',
});
const probe = (failed: string | null): Answer =>
  failed === null ? plain(200, 'ok') : plain(503, failed);

/**
 * `/startedz`, `/livez`, `/readyz` and `/metrics` for operators, on a separate listener without credentials.
 * Contract: core 7.4
 */
export class ManagementListener {
  private readonly server: Server;

  constructor(
    private readonly checks: Probes,
    private readonly metrics: MetricsText,
  ) {
    this.server = createServer((request, response) => {
      this.answer(request)
        .catch(() => plain(500, 'error'))
        .then((answer) => send(response, request.method === 'HEAD', answer));
    });
  }

  /** @returns the base URL. @throws if the address is in use */
  listen(host: string, port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        const { address, port: taken } = this.server.address() as AddressInfo;
        resolve(`http://${address.includes(':') ? `[${address}]` : address}:${taken}`);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async answer({ method, url }: IncomingMessage): Promise<Answer> {
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'method not allowed');
    const [path = '', query] = url?.split('?') ?? [];
    switch (path) {
      case '/startedz':
        return probe(this.checks.startup());
      case '/livez':
        return probe(this.checks.liveness());
      case '/readyz':
        return probe(await this.checks.readiness(query === 'for=reads'));
      case '/metrics':
        return { status: 200, text: await this.metrics.text(), type: this.metrics.contentType };
      default:
        return plain(404, 'not found');
    }
  }
}

function send(response: ServerResponse, headOnly: boolean, { status, text, type }: Answer): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(headOnly ? undefined : text);
}
