import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly object: string;
  readonly [member: string]: unknown;
}

type Answer = number | { readonly status: number; readonly headers: Record<string, string> };

/** A receiver of webhooks on a port of its own. */
export class Receiver {
  readonly received: Received[] = [];
  private waiting: (() => void)[] = [];
  /** status, or what decides it when a request has come */
  answer: Answer | ((received: Received) => Answer | Promise<Answer>) = 204;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const one = { headers: request.headers, body: Buffer.concat(chunks).toString() };
        void receiver.take(one).then((answer) => {
          const { status, headers } =
            typeof answer === 'number' ? { status: answer, headers: {} } : answer;
          response.writeHead(status, headers).end('an answer that nobody keeps');
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get events(): readonly ReceivedEvent[] {
    return this.received.map(({ body }) => JSON.parse(body) as ReceivedEvent);
  }

  /** Waits until what has come fulfils the condition. */
  async until(holds: (events: readonly ReceivedEvent[]) => boolean): Promise<void> {
    while (!holds(this.events)) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(one: Received): Promise<Answer> {
    this.received.push(one);
    for (const wake of this.waiting.splice(0)) wake();
    const { answer } = this;
    return typeof answer === 'function' ? await answer(one) : answer;
  }
}
