import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { socketPath } from './listen-address.js';

/** Where a listener gets its address from. */
export interface ListenAddress {
  /** names of the settings */
  readonly hostSetting: string;
  readonly portSetting: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Why an address cannot be listened on, in terms of the settings.
 * @returns the error itself when it is about something else
 */
export function listenFault(error: unknown, address: ListenAddress): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const path = socketPath(address.host);
  const text = path === null ? textOf(code, address) : socketText(code, address, path);
  return text === null ? error : new ConfigurationFaults([text]);
}

function textOf(
  code: string | undefined,
  { hostSetting, portSetting, host, port }: ListenAddress,
): string | null {
  switch (code) {
    case 'EADDRINUSE': {
      const holder = holderOf(port);
      const by = holder === null ? 'another process' : `${holder.name} (process ${holder.pid})`;
      return `${portSetting}: ${port} on ${host} is in use by ${by}; stop that, or choose another port`;
    }
    case 'EACCES':
      return `${portSetting}: ${port} needs CAP_NET_BIND_SERVICE; choose a port from 1024 on, behind a proxy`;
    case 'EADDRNOTAVAIL':
      return `${hostSetting}: ${host} is no address of this machine; set it to one, or to 0.0.0.0 for all`;
    case undefined:
    default:
      return null;
  }
}

function socketText(
  code: string | undefined,
  { hostSetting }: ListenAddress,
  path: string,
): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `${hostSetting}: ${path} is in use by another process; stop that, or choose another path`;
    case 'ENOENT':
      return `${hostSetting}: the folder of ${path} does not exist; make it`;
    case 'EACCES':
    case 'EROFS':
      return `${hostSetting}: ${path} cannot be made (${code}); choose a folder that can be written`;
    case undefined:
    default:
      return null;
  }
}

interface Holder {
  readonly pid: number;
  readonly name: string;
}

/** state of a socket that listens, in /proc/net/tcp */
const LISTENING = '0A';

/** @returns `null` where the kernel does not tell: on another system, or of another account */
function holderOf(port: number): Holder | null {
  try {
    const sockets = new Set(
      ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listening(table, port)),
    );
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    for (const pid of pids) {
      if (!socketsOf(pid).some((socket) => sockets.has(socket))) continue;
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return { pid: Number(pid), name };
    }
  } catch {
    // no /proc, or the process has just ended
  }
  return null;
}

/** The sockets of a table that listen on a port, as they are named in /proc. */
function listening(table: string, port: number): readonly string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync(table, 'utf8').split('\n').slice(1);
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
    return local.endsWith(suffix) && state === LISTENING ? [`socket:[${inode}]`] : [];
  });
}

function socketsOf(pid: string): readonly string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((fd) => {
      try {
        return readlinkSync(`${folder}/${fd}`);
      } catch {
        return '';
      }
    });
  } catch {
    return [];
  }
}
