import type { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { domainToASCII } from 'node:url';

const TIMEOUT_MS = 2_500;
const AWAY = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;
const MOST_BYTES = 65_536;
/** what the programs of this machine trust */
const SYSTEM_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/** What a server shows to whoever connects. */
export interface Shown {
  /** the certificate of the server itself */
  readonly leaf: X509Certificate;
  /** why its chain cannot be verified here; `null`: it can */
  readonly doubt: string | null;
}

/** How a chat server lets clients in. */
export interface Offer {
  readonly shown: Shown | null;
  /** whether clients may log in unencrypted */
  readonly isOpen: boolean;
}

/** Who is asked. */
export interface Asked {
  readonly host: string;
  readonly port: number;
  /** the domain that clients connect to */
  readonly name: string;
  /** with the authorities of its own, if there are any */
  readonly environment: NodeJS.ProcessEnv;
}

/** The server was not reached, so that nothing is known of its certificate. */
export class Unreachable extends Error {}

/** Over TLS from the first byte on. @throws Unreachable; Error */
export function shownAt({ host, port, name, environment }: Asked): Promise<Shown> {
  const authorities = authoritiesHere(environment);
  return within(connectPlain({ host, port }), (socket) => handshake(socket, name, authorities));
}

/** Of a port for clients with STARTTLS (RFC 6120, 5). @throws Unreachable; Error */
export function offerAt({ host, port, name, environment }: Asked): Promise<Offer> {
  return within(connectPlain({ host, port }), async (socket) => {
    const to = name.replaceAll(/[&<>'"]/g, '');
    socket.write(
      `<?xml version='1.0'?><stream:stream to='${to}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`,
    );
    const features = await until(socket, /<\/stream:features>|<stream:features\/>|<stream:error/);
    const isOpen = /<mechanism>/.test(features);
    if (!/<starttls/.test(features)) return { shown: null, isOpen };
    socket.write("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>");
    const answer = await until(socket, /<proceed|<failure|<\/stream:stream>/);
    if (!answer.includes('<proceed')) return { shown: null, isOpen };
    return { shown: await handshake(socket, name, authoritiesHere(environment)), isOpen };
  });
}

async function within<T>(socket: Socket, work: (socket: Socket) => Promise<T>): Promise<T> {
  const late = setTimeout(() => {
    const Kind = socket.bytesRead === 0 ? Unreachable : Error;
    socket.destroy(new Kind('no answer in time'));
  }, TIMEOUT_MS);
  try {
    return await Promise.race([
      new Promise<never>((_, reject) => {
        socket.on('error', (error: NodeJS.ErrnoException) =>
          reject(AWAY.test(error.code ?? '') ? new Unreachable(error.code) : error),
        );
        socket.on('close', () => reject(new Error('the connection was closed')));
      }),
      work(socket),
    ]);
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

/** What arrives up to and with `end`. */
function until(socket: Socket, end: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const take = (more: Buffer): void => {
      text += more.toString('latin1');
      if (text.length > MOST_BYTES) reject(new Error('it says too much'));
      if (!end.test(text)) return;
      socket.off('data', take);
      socket.pause();
      resolve(text);
    };
    socket.on('data', take);
    socket.resume();
  });
}

function handshake(socket: Socket, name: string, ca: string[]): Promise<Shown> {
  const servername = domainToASCII(name);
  return new Promise((resolve, reject) => {
    const secured: TLSSocket = connectTls(
      { socket, servername, ca, rejectUnauthorized: false, checkServerIdentity: () => undefined },
      () => {
        const leaf = secured.getPeerX509Certificate();
        const error = secured.authorizationError as Error | string | undefined;
        const doubt = error instanceof Error ? (error as NodeJS.ErrnoException).code : error;
        if (leaf === undefined) reject(new Error('it shows no certificate'));
        else resolve({ leaf, doubt: doubt ?? null });
        secured.destroy();
      },
    );
    // Prosody offers STARTTLS without a certificate, too
    secured.on('error', ({ reason, code }: Error & { reason?: string; code?: string }) =>
      reject(new Error(`TLS fails, as it does without a certificate (${reason ?? code})`)),
    );
  });
}

function authoritiesHere(environment: NodeJS.ProcessEnv): string[] {
  const files = [SYSTEM_AUTHORITIES, environment['NODE_EXTRA_CA_CERTS']];
  const more = files.flatMap((file) => {
    try {
      return file ? [readFileSync(file, 'utf8')] : [];
    } catch {
      return [];
    }
  });
  return [...rootCertificates, ...more];
}
