import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SECRET } from '../services.js';
import type { Told } from './reader.js';

/** What its webhook is asked to tell: what the writers change. */
export const WRITTEN = 'group.*';
export const isWritten = ({ type }: Pick<Told, 'type'>): boolean => type.startsWith('group.');

/** Receives a webhook. An event may come twice, where an instance has died before it noted the answer. */
export class Receiver {
  /** each once, in the order in which they came first */
  readonly told: Told[] = [];
  /** how often an event came that had come before */
  repeated = 0;
  private readonly known = new Set<number>();
  private readonly server: Server;

  constructor(readonly name: string) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.take(Buffer.concat(chunks).toString());
        response.writeHead(204).end();
      });
    });
  }

  get last(): number {
    return this.told.at(-1)?.id ?? 0;
  }

  /** @param api where the webhook is made; it has to be allowed to reach 127.0.0.1 */
  async start(api: string): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    const reply = await fetch(`${api}/plugins/restapi/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: SECRET, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, types: [WRITTEN] }),
    });
    if (reply.status !== 201) throw new Error(`${this.name}: ${await reply.text()}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(body: string): void {
    const { id, type, object } = JSON.parse(body) as { id: string; type: string; object: string };
    if (this.known.has(Number(id))) this.repeated += 1;
    else this.told.push({ id: Number(id), type, object, atMs: performance.now() });
    this.known.add(Number(id));
  }
}
