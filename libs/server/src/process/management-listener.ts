import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { answerBrokenRequest } from '../edge/broken-request.js';
import { inTurn } from '../edge/pipelined-requests.js';
import type { HttpSocket } from '../edge/broken-request.js';
import { framingFault } from '../edge/edge-options.js';
import { headersNamed } from '../edge/raw-headers.js';
import { splitTarget } from '../edge/request-target.js';
import { addressToListen, admitGroup, socketPath, urlOf } from './listen-address.js';
import type { ListenerTls } from './listener-tls.js';

/** Each returns the name of the failed check, or `null`. */
export interface Probes {
  /** whether it has begun to serve */
  startup(): string | null;
  /** does not depend on anything outside the process */
  liveness(): string | null;
  /** @param reads whether only reads count */
  readiness(reads: boolean): Promise<string | null>;
  /** what operators have to know although it is ready */
  remark(): string | null;
}

export interface MetricsText {
  text(): Promise<string>;
  readonly contentType: string;
}

/** Who is answered. */
export interface ManagementProtection {
  /** `null`: plain HTTP */
  readonly tls: ListenerTls | null;
  /** which `/metrics` wants; `null`: none */
  token(): string | null;
  warn(message: string): void;
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
const probe = (failed: string | null, remark: string | null = null): Answer => {
  if (failed !== null) return plain(503, failed);
  return plain(200, remark === null ? 'ok' : `ok (${remark})`);
};

/**
 * `/startedz`, `/livez`, `/readyz` and `/metrics` for operators, on a separate listener without credentials.
 * Contract: core 7.4
 */
export class ManagementListener {
  private readonly server: Server;

  constructor(
    private readonly checks: Probes,
    private readonly metrics: MetricsText,
    private readonly protection: ManagementProtection,
  ) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      this.answer(request)
        .catch(() => plain(500, 'error'))
        .then((answer) => send(response, request.method === 'HEAD', answer));
    };
    const { tls } = protection;
    if (tls === null) this.server = createServer(listener);
    else {
      const server = createTlsServer(tls.options, listener);
      tls.watch(server);
      this.server = server;
    }
    // which Node would answer itself
    this.server.on('checkExpectation', listener);
    inTurn(this.server);
    this.server.on('clientError', (error, socket) =>
      answerBrokenRequest(error, socket as HttpSocket),
    );
  }

  /** @returns the base URL. @throws if the address is in use */
  async listen(host: string, port: number): Promise<string> {
    const address = await addressToListen(host, port);
    const { tls, warn } = this.protection;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(address, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    admitGroup(host);
    if (isOpen(host) && !this.isProtected)
      warn(
        `The management listener on ${host} answers everybody: set a token, or client certificates`,
      );
    return urlOf(host, this.server.address(), tls !== null);
  }

  private get isProtected(): boolean {
    return this.protection.token() !== null || this.protection.tls?.options.requestCert === true;
  }

  close(): Promise<void> {
    this.protection.tls?.close();
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private admits(rawHeaders: readonly string[]): boolean {
    const token = this.protection.token();
    const [authorization = '', ...others] = headersNamed('authorization', rawHeaders);
    return token === null || (others.length === 0 && sameText(authorization, `Bearer ${token}`));
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const { method, url, rawHeaders } = request;
    const fault = framingFault(request);
    if (fault !== null) return plain(fault.status, fault.message);
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'method not allowed');
    const { path, query } = splitTarget(url);
    switch (path) {
      case '/startedz':
        return probe(this.checks.startup());
      case '/livez':
        return probe(this.checks.liveness());
      case '/readyz':
        return probe(await this.checks.readiness(query === 'for=reads'), this.checks.remark());
      case '/metrics':
        if (!this.admits(rawHeaders)) return plain(401, 'unauthorized');
        return { status: 200, text: await this.metrics.text(), type: this.metrics.contentType };
      default:
        return plain(404, 'not found');
    }
  }
}

/** In constant time, as digests, which have equal length. */
function sameText(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** Whether others than this machine may reach it. */
function isOpen(host: string): boolean {
  if (socketPath(host) !== null) return false;
  return !(isIP(host) === 4 ? host.startsWith('127.') : host === '::1');
}

function send(response: ServerResponse, headOnly: boolean, { status, text, type }: Answer): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(headOnly ? undefined : text);
}
