import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { ApiConfig } from '@chat-admin/api/config';
import { socketPath } from '@chat-admin/server/process/listen-address';

const ANSWER_WITHIN_MS = 5_000;
/** Where a listener on all addresses is reached. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export interface ManagementAnswer {
  readonly ok: boolean;
  readonly text: string;
}

/**
 * Asks the management listener of this machine, as its settings say it listens: over TLS its certificate has to be the one
 * of the settings, which is also what is shown where clients need one.
 * @param path such as `/livez`
 */
export async function askManagement(config: ApiConfig, path: string): Promise<ManagementAnswer> {
  const { managementHost: host, managementPort: port } = config;
  const reached = LOOPBACK[host] ?? host;
  const named = `${reached.includes(':') && socketPath(host) === null ? `[${reached}]` : reached}`;
  const shown = socketPath(host) === null ? `${named}:${port}${path}` : `${host} ${path}`;
  try {
    const { status, text } = await answerOf(config, reached, path);
    return { ok: status === 200, text: text.trim() || String(status) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { ok: false, text: `${shown}: ${code ?? message}` };
  }
}

function answerOf(
  { managementPort: port, managementHost, managementTlsCertFile, managementTlsKeyFile }: ApiConfig,
  host: string,
  path: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const unix = socketPath(managementHost);
  const where = unix === null ? { host, port } : { socketPath: unix };
  const options = { ...where, path, agent: false as const, timeout: ANSWER_WITHIN_MS };
  return new Promise((resolve, reject) => {
    const take = (reply: IncomingMessage): void => {
      let text = '';
      reply.setEncoding('utf8').on('data', (more: string) => (text += more));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
      reply.on('error', reject);
    };
    const sent =
      managementTlsCertFile === null || managementTlsKeyFile === null
        ? plainRequest(options, take)
        : pinned(options, managementTlsCertFile, managementTlsKeyFile, take);
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end();
  });
}

/** It need not name this machine, and whoever signed it need not be known: it is compared. */
function pinned(
  options: object,
  certFile: string,
  keyFile: string,
  take: (reply: IncomingMessage) => void,
) {
  const cert = readFileSync(certFile);
  const { fingerprint256 } = new X509Certificate(cert);
  const key = readFileSync(keyFile);
  const sent = tlsRequest({ ...options, cert, key, rejectUnauthorized: false }, take);
  sent.on('socket', (socket) =>
    socket.once('secureConnect', () => {
      if ((socket as TLSSocket).getPeerCertificate().fingerprint256 !== fingerprint256)
        sent.destroy(new Error('another certificate than MANAGEMENT_TLS_CERT_FILE'));
    }),
  );
  return sent;
}
