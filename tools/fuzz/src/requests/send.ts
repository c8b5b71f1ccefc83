import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { FuzzRequest } from './api-requests.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** No answer came, or not the whole of one. */
export class NoAnswer extends Error {}

/** Sends requests to one address over connections that it keeps. */
export class Sender {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly base: string,
    private readonly timeoutMs: number,
  ) {}

  /** @throws NoAnswer */
  send({ method, target, headers, body }: Omit<FuzzRequest, 'app'>, id: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new NoAnswer(error.message, { cause: error }));
      const sent = request(this.base, {
        agent: this.agent,
        method,
        path: target,
        headers: {
          ...headers,
          'x-request-id': id,
          ...(body ? { 'content-length': body.length } : {}),
        },
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      sent.on('error', fail);
      sent.on('response', (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', fail);
        reply.on('end', () => {
          const { statusCode = 0, headers: received } = reply;
          resolve({ status: statusCode, headers: received, bytes: Buffer.concat(chunks) });
        });
      });
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
