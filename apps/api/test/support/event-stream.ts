import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { API_ROOT } from '../../src/http/api-root.js';
import { TEST_SECRET } from './test-config.js';

export interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A client of a stream of events. */
export class StreamClient {
  text = '';
  ended = false;
  private changed: () => void = () => undefined;

  private constructor(
    private readonly sent: ClientRequest,
    readonly reply: IncomingMessage,
  ) {
    reply.setEncoding('utf8');
    reply.on('data', (piece: string) => {
      this.text += piece;
      this.changed();
    });
    const end = () => {
      this.ended = true;
      this.changed();
    };
    reply.on('close', end);
    reply.on('error', end);
  }

  /** @param query such as `?types=user.*` */
  static open(
    baseUrl: URL,
    query = '',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<StreamClient> {
    return new Promise((resolve, reject) => {
      const address = new URL(`${API_ROOT}/events${query}`, baseUrl);
      const credentials = 'Cookie' in headers ? {} : { Authorization: TEST_SECRET };
      const sent = request(address, {
        headers: { Accept: 'text/event-stream', ...credentials, ...headers },
        agent: false,
      });
      sent.on('response', (reply) => resolve(new StreamClient(sent, reply)));
      sent.on('error', reject);
      sent.end();
    });
  }

  get events(): readonly StreamedEvent[] {
    return [...this.text.matchAll(/^data: (.*)\n\n/gm)].map(
      ([, data]) => JSON.parse(data!) as StreamedEvent,
    );
  }

  /** Resolves once it holds. */
  async until(condition: (client: this) => boolean): Promise<void> {
    while (!condition(this)) await new Promise<void>((resolve) => (this.changed = resolve));
  }

  close(): void {
    this.sent.destroy();
  }
}
