import { databaseUrlFault } from '@chat-admin/persistence/database/database-url';
import { UnusableWord } from '../../outcome/failures.js';

/** Where services and chat server find PostgreSQL, and how. */
export interface ServerPlace {
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
  const isAddress = /^postgres(ql)?:\/\/./.test(address) && URL.canParse(address);
  const fault = isAddress ? databaseUrlFault(address) : 'must be postgres://role@host/database';
  if (fault !== null) throw new UnusableWord(`--server: ${fault}`);
  const url = new URL(address);
  if (url.hostname === '' || url.hostname.includes(',') || url.username === '') {
    throw new UnusableWord('--server: it has to name a role, and one host');
  }
  return {
    place: {
      host: url.hostname,
      port: Number(url.port || 5432),
      parameters: Object.fromEntries(url.searchParams),
    },
    role: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
  };
}
