import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { socketPath } from '@chat-admin/server/process/listen-address';
import type { TlsFiles } from '@chat-admin/server/process/listener-tls';

const ANSWER_WITHIN_MS = 5_000;
/** Where a listener on all addresses is reached. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where one of our listeners is, as its settings say. */
export interface ListenerPlace {
  /** an address, or `unix:` and a path */
  readonly host: string;
  readonly port: number;
  /** `null`: plain HTTP */
  readonly tls: TlsFiles | null;
}

export interface ListenerAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** It listens with another certificate than that of the settings. */
export class OtherCertificate extends Error {}

/** It takes connections, and says nothing. */
export class ListenerSilent extends Error {}

/** Whether API or user service have made an answer. */
export const isOurAnswer = (headers: IncomingHttpHeaders): boolean =>
  headers['x-request-id'] !== undefined && headers['x-content-type-options'] === 'nosniff';

/** `127.0.0.1:9090`, `[::1]:9090` or `unix:/run/chat-admin/api.sock` */
export function shownPlace({ host, port }: Pick<ListenerPlace, 'host' | 'port'>): string {
  if (socketPath(host) !== null) return host;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Asks a listener of this machine: over TLS its certificate has to be the one of the settings, which is also what is shown
 * where clients need one.
 * @param path such as `/livez`
 * @throws the error of the system; ListenerSilent for `withinMs`; OtherCertificate
 */
export function askListener(
  { host, port, tls }: ListenerPlace,
  path: string,
  withinMs = ANSWER_WITHIN_MS,
): Promise<ListenerAnswer> {
  const unix = socketPath(host);
  const where = unix === null ? { host: LOOPBACK[host] ?? host, port } : { socketPath: unix };
  const options = { ...where, path, agent: false as const, timeout: withinMs };
  return new Promise((resolve, reject) => {
    const take = (reply: IncomingMessage): void => {
      let text = '';
      reply.setEncoding('utf8').on('data', (more: string) => (text += more));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }),
      );
      reply.on('error', reject);
    };
    const sent = tls === null ? plainRequest(options, take) : pinned(options, tls, take);
    sent.on('timeout', () => sent.destroy(new ListenerSilent('no answer in time')));
    sent.on('error', reject);
    sent.end();
  });
}

/** It need not name this machine, and whoever signed it need not be known: it is compared. */
function pinned(
  options: object,
  { prefix, certFile, keyFile }: TlsFiles,
  take: (reply: IncomingMessage) => void,
) {
  const cert = readFileSync(certFile);
  const { fingerprint256 } = new X509Certificate(cert);
  const key = readFileSync(keyFile);
  const sent = tlsRequest({ ...options, cert, key, rejectUnauthorized: false }, take);
  sent.on('socket', (socket) =>
    socket.once('secureConnect', () => {
      if ((socket as TLSSocket).getPeerCertificate().fingerprint256 !== fingerprint256)
        sent.destroy(new OtherCertificate(`another certificate than ${prefix}_CERT_FILE`));
    }),
  );
  return sent;
}

/** Whether nothing takes connections to a port of this machine. It need not answer, as databases wait to be asked. */
export function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: LOOPBACK[host] ?? host, port });
    const end = (free: boolean) => {
      socket.destroy();
      resolve(free);
    };
    socket.once('connect', () => end(false));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(code === 'ECONNREFUSED'));
  });
}
