import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';

const UNIX = 'unix:';
/** Its account and its group. */
const SOCKET_MODE = 0o660;

/** The path of a Unix socket, `null` for an address. @param host `unix:/run/chat-admin/api.sock`, or an IP address */
export const socketPath = (host: string): string | null =>
  host.startsWith(UNIX) ? host.slice(UNIX.length) : null;

export interface SocketAddress {
  readonly path: string;
}

export interface PortAddress {
  readonly host: string;
  readonly port: number;
}

/** What `listen` of a server takes. A socket that a process left behind goes, if nobody answers there. */
export async function addressToListen(
  host: string,
  port: number,
): Promise<SocketAddress | PortAddress> {
  const path = socketPath(host);
  if (path === null) return { host, port };
  if (isSocket(path) && !(await isAnswered(path))) unlinkSync(path);
  return { path };
}

/** To be called once it is listened to. */
export function admitGroup(host: string): void {
  const path = socketPath(host);
  if (path !== null) chmodSync(path, SOCKET_MODE);
}

/** `https://[::1]:9190`, `unix:/run/…` */
export function urlOf(
  host: string,
  bound: { readonly address: string; readonly port: number } | string | null,
  secure: boolean,
): string {
  if (bound === null || typeof bound === 'string') return host;
  const name = bound.address.includes(':') ? `[${bound.address}]` : bound.address;
  return `${secure ? 'https' : 'http'}://${name}:${bound.port}`;
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.on('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED'));
  });
}
