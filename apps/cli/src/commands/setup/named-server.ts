import { databaseUrlFault, readDatabaseUrl } from '@chat-admin/persistence/database/database-url';
import type { DatabaseHost } from '@chat-admin/persistence/database/database-url';
import { UnusableWord } from '../../outcome/failures.js';

/** Where services and chat server find PostgreSQL, and how. */
export interface ServerPlace {
  /** of several servers, of which one takes writes, all with commas */
  readonly host: string;
  readonly port: number;
  /** such as `sslmode` */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Of `--server`. */
export interface NamedServer {
  readonly place: ServerPlace;
  readonly role: string;
  readonly password: string;
  readonly database: string;
}

/** @throws UnusableWord */
export function namedServer(address: string): NamedServer {
  const isAddress = /^postgres(ql)?:\/\/./.test(address);
  const fault = isAddress ? databaseUrlFault(address) : 'must be postgres://role@host/database';
  if (fault !== null) throw new UnusableWord(`--server: ${fault}`);
  const { hosts, url: first } = readDatabaseUrl(address);
  const url = new URL(first);
  const [{ port }] = hosts as [DatabaseHost];
  if (url.hostname === '' || url.username === '') {
    throw new UnusableWord('--server: it has to name a role, and a host');
  }
  if (hosts.some((host) => host.port !== port)) {
    throw new UnusableWord('--server: all hosts have to listen on one port');
  }
  return {
    place: {
      host: hosts.map(({ name }) => name).join(','),
      port,
      parameters: Object.fromEntries(url.searchParams),
    },
    role: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
  };
}

/** Host and port as addresses have them; of several servers, those of each. */
export const authorityOf = ({ host, port }: Pick<ServerPlace, 'host' | 'port'>): string =>
  host
    .split(',')
    .map((one) => `${one.includes(':') && !one.startsWith('[') ? `[${one}]` : one}:${port}`)
    .join(',');
