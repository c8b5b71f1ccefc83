import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { ExtendedRequest } from 'ldapts';
import { headOf } from './ber.js';
import { ConnectionFault } from './connection-fault.js';
import type { FaultStep } from './connection-fault.js';
import { ANSWER, readMessage } from './messages.js';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** `none` is for this machine alone */
  readonly tls: 'direct' | 'startTls' | 'none';
  /** PEM; null: Node's own */
  readonly authorities: string | null;
}

const START_TLS = '1.3.6.1.4.1.1466.20037';
/** An answer to StartTLS is shorter by far. */
const START_TLS_BYTES = 4096;

/**
 * Connects, and returns the socket once nobody in between can read along. StartTLS is asked for here and not by ldapts: any byte
 * that comes with the answer, or after it, would count as sent over TLS.
 * @param step is told each step before it is tried
 * @throws ConnectionFault; nothing stays open
 */
export async function openConnection(
  server: ServerAddress,
  timeoutMs: number,
  step: (name: FaultStep) => void = () => undefined,
): Promise<Socket> {
  let current: FaultStep = 'resolve';
  let socket: Socket | null = null;
  const enter = (name: FaultStep) => step((current = name));
  const deadline = AbortSignal.timeout(timeoutMs);
  const late = () => socket?.destroy(new Error(`no connection within ${timeoutMs / 1000} seconds`));
  deadline.addEventListener('abort', late);
  try {
    enter('resolve');
    await within(deadline, lookup(server.host, { all: true }));
    enter('connect');
    // it looks the name up again, and tries all of its addresses
    socket = connect({ host: server.host, port: server.port, autoSelectFamily: true });
    await settled(socket, 'connect');
    if (server.tls === 'none') return socket.setNoDelay(true);
    enter('tls');
    if (server.tls === 'startTls') await askForTls(socket);
    const { host, authorities } = server;
    const raw = socket;
    const wrapped = secure({
      socket: raw,
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(authorities === null ? {} : { ca: authorities }),
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    });
    raw.on('error', (error) => wrapped.destroy(error));
    raw.on('close', () => wrapped.destroy());
    socket = wrapped;
    await settled(wrapped, 'secureConnect');
    return wrapped.setNoDelay(true);
  } catch (error) {
    socket?.on('error', () => undefined).destroy();
    throw new ConnectionFault(current, plainly(error as NodeJS.ErrnoException), { cause: error });
  } finally {
    deadline.removeEventListener('abort', late);
  }
}

function within<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () =>
      reject(new Error('the name was not resolved in time')),
    );
    work.then(resolve, reject);
  });
}

function settled(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error('the server closed the connection'));
    socket.once('error', reject).once('close', closed);
    socket.once(event, () => {
      socket.off('error', reject).off('close', closed);
      resolve();
    });
  });
}

/** Leaves the socket without a listener, and nothing read from it. */
async function askForTls(socket: Socket): Promise<void> {
  const answer = await new Promise<Buffer>((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const closed = () => reject(new Error('the server closed the connection after StartTLS'));
    const receive = (more: Buffer) => {
      bytes = Buffer.concat([bytes, more]);
      try {
        const head = headOf(bytes);
        if (bytes.length > START_TLS_BYTES) throw new Error('the answer to StartTLS is too long');
        if (head === null || bytes.length < head.whole) return;
        if (bytes.length > head.whole)
          throw new Error('bytes were sent after the answer to StartTLS');
      } catch (error) {
        return reject(error as Error);
      }
      // what comes from now on is read by TLS, as which it must make sense
      socket.pause().off('data', receive).off('error', reject).off('close', closed);
      resolve(bytes);
    };
    socket.on('data', receive).once('error', reject).once('close', closed);
    socket.write(new ExtendedRequest({ messageId: 1, oid: START_TLS }).write());
  });
  const message = readMessage(answer);
  if (message.kind !== 'result' || message.operation !== ANSWER.extended || message.id !== 1) {
    throw new Error('StartTLS was answered by something else');
  }
  const { code } = message.result;
  if (code !== 0) throw new Error(`the server refuses StartTLS (${code})`);
  if (socket.readableLength > 0) throw new Error('bytes were sent after the answer to StartTLS');
}

const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function plainly({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ENOTFOUND') return 'the name has no address';
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (UNTRUSTED.has(code)) {
    return `the certificate is from an authority that is not trusted (${code}): set caFile`;
  }
  return message || code || 'unknown reason';
}
