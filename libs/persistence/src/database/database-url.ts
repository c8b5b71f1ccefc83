import pg from 'pg';

const UNREADABLE = 'cannot be parsed; percent-encode special characters in user and password';

const UNKNOWN_SESSIONS =
  'its target_session_attrs has to be read-write or primary: this service writes';
const DEFAULT_PORT = 5432;

/** Where a server listens. */
export interface DatabaseHost {
  readonly name: string;
  readonly port: number;
}

export interface DatabaseAddress {
  /** for the driver, which knows one host only: the first */
  readonly url: string;
  readonly hosts: readonly DatabaseHost[];
  /** whether only a server that takes writes will do: there are several, or the address says so */
  readonly primaryOnly: boolean;
}

/**
 * Understands what libpq's addresses have and the driver's have not:
 * `postgres://user:password@a:5432,b:5432/chat?target_session_attrs=read-write`
 */
export function readDatabaseUrl(text: string): DatabaseAddress {
  const [, start, authority, rest] = PARTS.exec(explicitSslMode(text))!;
  const hosts = authority!.split(',');
  const end = rest!.replace(SESSIONS, (_, before: string, __, after: string) =>
    after === '&' ? before : '',
  );
  return {
    url: `${start}${hosts[0]}${end}`,
    hosts: hosts.map(hostOf),
    primaryOnly: hosts.length > 1 || SESSIONS.test(rest!),
  };
}

/** An address without the login. */
export function placeOf(url: string): string {
  const [, , authority, rest] = PARTS.exec(url)!;
  return `${authority}${rest}`;
}

/** Login, hosts, and what follows them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/?@]*)((?:[/?].*)?)$/s;
const SESSIONS = /([?&])target_session_attrs=([^&]*)(&|$)/;

function hostOf(text: string): DatabaseHost {
  const [, bracketed, plain, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  const name = decodeURIComponent(bracketed ?? plain ?? '');
  return { name, port: port === undefined ? DEFAULT_PORT : Number(port) };
}

/** Why the driver cannot use this address, in a text that holds nothing of it; `null`: it can. */
export function databaseUrlFault(text: string): string | null {
  const sessions = SESSIONS.exec(text)?.[2] ?? 'primary';
  if (sessions !== 'primary' && sessions !== 'read-write') return UNKNOWN_SESSIONS;
  const [, start, authority, rest] = PARTS.exec(text) ?? [];
  if (authority === undefined) return UNREADABLE;
  const hosts = authority.split(',');
  if (hosts.length > 1 && hosts.includes('')) return UNREADABLE;
  const faults = hosts.map((host) => faultOfOne(`${start}${host}${rest}`));
  return faults.find((fault) => fault !== null) ?? null;
}

function faultOfOne(text: string): string | null {
  if (/[\s#]/.test(text) || !hasReadableLogin(text)) return UNREADABLE;
  try {
    // does not connect, but parses the URL and reads the files it names
    new pg.Client({ connectionString: explicitSslMode(text) });
    return null;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) {
      return `a file that it names as sslrootcert, sslcert or sslkey cannot be read (${code})`;
    }
    return code === 'ERR_INVALID_URL' ? UNREADABLE : 'its parameters cannot be used together';
  }
}

/** A password with an unescaped slash would be parsed as a path. */
function hasReadableLogin(text: string): boolean {
  try {
    // the host is empty if the folder of a socket is given as a parameter
    const { username, password, pathname } = new URL(text.replace('@/', '@localhost/'));
    decodeURIComponent(username);
    decodeURIComponent(password);
    return !pathname.includes('@');
  } catch {
    return false;
  }
}

/**
 * The driver verifies the certificate in all of libpq's TLS modes, and logs a warning that this
 * will change. `verify-full` means the same without the warning, and will keep its meaning.
 */
export function explicitSslMode(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
