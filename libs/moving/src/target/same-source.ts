import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

const PORTS: Readonly<Record<string, string>> = {
  postgres: '5432',
  mysql: '3306',
  http: '80',
  https: '443',
};
const SCHEMES: Readonly<Record<string, string>> = { postgresql: 'postgres', mariadb: 'mysql' };
/** Parameters of an address that say which database it is. */
const NAMING = ['host', 'port', 'dbname', 'database', 'socketPath', 'options'];

/** Whether two names, without login, are of one source, however they are spelled. */
export async function isSameSource(one: string, other: string): Promise<boolean> {
  return one === other || (await spelledOut(one)) === (await spelledOut(other));
}

async function spelledOut(name: string): Promise<string> {
  if (!/^[a-z]{2,}:\/\//i.test(name)) return spelledPath(name);
  // hosts of other schemes are not read as such
  const [scheme = '', rest = ''] = name.split(/:\/\/(.*)/s);
  const known = SCHEMES[scheme.toLowerCase()] ?? scheme.toLowerCase();
  if (!URL.canParse(`http://${rest}`)) return name;
  const { hostname, port, pathname, searchParams } = new URL(`http://${rest}`);
  const written =
    port !== '' ? port : /^[^/?#]*:80(?![^/?#])/.test(rest) ? '80' : (PORTS[known] ?? '');
  const naming = NAMING.map((key) => searchParams.get(key) ?? '');
  const path = decoded(pathname.endsWith('/') ? pathname.slice(0, -1) : pathname);
  return [known, isThisMachine(hostname) ? 'localhost' : hostname, written, path, ...naming].join(
    ' ',
  );
}

const isThisMachine = (host: string): boolean =>
  /^(localhost\.?|127(\.\d+){3}|\[::1\])$/.test(host);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Files of HSQLDB are named by the script, its folder, or that of Openfire. */
async function spelledPath(name: string): Promise<string> {
  const path = await realpath(name).catch(() => resolve(name));
  if (basename(path) === 'openfire.script') return dirname(path);
  const embedded = join(path, 'embedded-db');
  return basename(path) !== 'embedded-db' && (await stat(embedded).catch(() => null))
    ? embedded
    : path;
}
