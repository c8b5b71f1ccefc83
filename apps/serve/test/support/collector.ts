import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** Takes traces by OTLP over HTTP in JSON. */
export class Collector {
  readonly spans: Span[] = [];
  /** attributes of whom they came from, as JSON */
  readonly resources = new Set<string>();
  readonly requests: { readonly url: string; readonly key: string | undefined }[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Collector> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        collector.requests.push({
          url: request.url!,
          key: request.headers['x-api-key'] as string | undefined,
        });
        collector.take(JSON.parse(body) as Sent);
        response.setHeader('Content-Type', 'application/json');
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const collector = new Collector(server, `http://127.0.0.1:${port}`);
    return collector;
  }

  private take({ resourceSpans }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.add(JSON.stringify(resource.attributes));
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
