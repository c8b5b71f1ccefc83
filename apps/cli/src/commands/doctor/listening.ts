import { readdir, readFile, readlink } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

/** Who listens on a port of this machine. */
export interface Listener {
  readonly uid: number;
  /** of its socket */
  readonly inode: string;
}

const LISTENS = '0A';
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** `null`: nobody, or the system does not tell */
export async function listenerOn(host: string, port: number): Promise<Listener | null> {
  const rows = (await Promise.all(TABLES.map(rowsOf))).flat();
  const found = rows.find(
    (row) => row.port === port && row.state === LISTENS && covers(row.address, host),
  );
  return found ?? null;
}

interface Row extends Listener {
  readonly address: string;
  readonly port: number;
  readonly state: string;
}

async function rowsOf(table: string): Promise<readonly Row[]> {
  const text = await readFile(table, 'utf8').catch(() => '');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, local = '', , state = '', , , , uid = '', , inode = ''] = line.trim().split(/\s+/);
      const [address = '', port = ''] = local.split(':');
      return { address, port: Number.parseInt(port, 16), state, uid: Number(uid), inode };
    });
}

/** Whether a socket of the kernel's hexadecimal address takes connections to `host`. */
function covers(address: string, host: string): boolean {
  if (/^0+$/.test(address)) return true;
  if (!isIPv4(host)) return address.length === 32;
  const bytes = host.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return address.endsWith(bytes.reverse().join('').toUpperCase());
}

/** `nginx (process 4711)`; `null`: this account may not know */
export async function programOf({ inode }: Listener): Promise<string | null> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const id of processes) {
    const folder = `/proc/${id}/fd`;
    for (const file of await readdir(folder).catch(() => [])) {
      const target = await readlink(`${folder}/${file}`).catch(() => '');
      if (target !== `socket:[${inode}]`) continue;
      const name = (await readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')).trim();
      return `${name} (process ${id})`;
    }
  }
  return null;
}
