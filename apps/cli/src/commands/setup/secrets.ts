import { randomBytes } from 'node:crypto';
import { databaseUrlFault, readDatabaseUrl } from '@chat-admin/persistence/database/database-url';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';
import type { CredentialFolder } from './credential-folder.js';
import { authorityOf } from './named-server.js';
import type { ServerPlace } from './named-server.js';
import type { SetupNames } from './setup-names.js';

/** A file of a secret, there already or to be written. */
export interface SecretFile {
  readonly name: string;
  readonly text: string;
  readonly isNew: boolean;
}

/** The password of a role, and the file that names it. */
export interface RoleSecret extends SecretFile {
  readonly role: string;
  readonly password: string;
}

export interface Secrets {
  readonly owner: RoleSecret;
  readonly app: RoleSecret;
  readonly engine: RoleSecret;
  /** what services and chat server know each other by */
  readonly token: SecretFile;
}

const APP_FILE = 'credentials/database-url';
const DIRECT_FILE = 'credentials/database-direct-url';
const ENGINE_FILE = 'prosody/database';
const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Whether both are the same machine, as far as names tell. */
const sameHost = (one: string, other: string) =>
  bare(one) === bare(other) || (LOCAL.has(one) && LOCAL.has(other));
/** An address of IPv6 has brackets in a URL only. */
const bare = (host: string) => host.replaceAll(/[[\]]/g, '');

/**
 * The secrets of an earlier setup, so that it can be repeated, and new ones.
 * @param roles those that exist
 * @param given their passwords, as far as they are known without files
 * @throws CommandFault when files or roles are of something else
 */
export async function secretsOf(
  names: SetupNames,
  place: ServerPlace,
  roles: readonly string[],
  folder: CredentialFolder,
  given: ReadonlyMap<string, string> = new Map(),
): Promise<Secrets> {
  const secretOf = async (name: string, role: string, form: Form): Promise<RoleSecret> => {
    const there = await folder.read(name);
    if (there === null) {
      if (roles.includes(role) && !given.has(role)) throw taken(role, folder.pathOf(name));
      const password = given.get(role) ?? newPassword();
      const text = form.write({ role, password, database: names.database, ...place });
      return { name, role, password, text, isNew: true };
    }
    const found = form.read(there);
    const { host, port } = place;
    const isThere = found !== null && sameHost(found.host, host) && found.port === port;
    if (!isThere || found.role !== role || found.database !== names.database) {
      const where = LOCAL.has(host) ? `port ${port}` : authorityOf({ host, port });
      const message = `${folder.pathOf(name)} exists already, and is not of the role ${role} and the database ${names.database} at ${where}`;
      throw new CommandFault(EXIT.exists, 'exists', message, 'Move it away, or choose --name');
    }
    return { name, role, password: found.password, text: there, isNew: false };
  };
  const token = await folder.read('credentials/chat-server-token');
  // behind a pooler the other address leads to it
  const appFile = (await folder.read(DIRECT_FILE)) === null ? APP_FILE : DIRECT_FILE;
  return {
    owner: await secretOf('owner/database-migration-url', names.owner, ADDRESS),
    app: await secretOf(appFile, names.app, ADDRESS),
    engine: await secretOf(ENGINE_FILE, names.engine, CONNECTION),
    token: {
      name: 'credentials/chat-server-token',
      text: token ?? newPassword(),
      isNew: token === null,
    },
  };
}

export interface Login {
  readonly role: string;
  readonly password: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

interface Form {
  write(login: Login & ServerPlace): string;
  /** @returns `null` for what is no login */
  read(text: string): Login | null;
}

/** as the services read it */
const ADDRESS: Form = {
  write: ({ role, password, host, port, database, parameters }) =>
    `postgres://${encodeURIComponent(role)}:${encodeURIComponent(password)}@${authorityOf({ host, port })}/${database}${queryOf(parameters)}`,
  read: (text) => {
    if (!/^postgres(ql)?:/.test(text) || databaseUrlFault(text) !== null) return null;
    const { hosts, url: first } = readDatabaseUrl(text);
    const url = new URL(first);
    return {
      role: decodeURIComponent(url.username),
      host: hosts.map(({ name }) => name).join(','),
      password: decodeURIComponent(url.password),
      port: hosts[0]!.port,
      database: url.pathname.slice(1),
    };
  },
};

/** as libpq reads it */
const CONNECTION: Form = {
  write: ({ role, password, host, port, database, parameters }) =>
    [
      `host=${bare(host)} port=${port} dbname=${database} user=${role} password=${password}`,
      ...(host.includes(',') ? ['target_session_attrs=read-write'] : []),
      ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`),
    ].join(' '),
  read: (text) => {
    const parts = new Map(
      [...text.matchAll(/(?<!\w)(\w+)=('?)([^\s']*)\2/g)].map(([, key, , value]) => [key!, value!]),
    );
    const host = parts.get('host');
    if (host === undefined) return null;
    return {
      host,
      role: parts.get('user') ?? '',
      password: parts.get('password') ?? '',
      port: Number(parts.get('port') ?? 5432),
      database: parts.get('dbname') ?? '',
    };
  },
};

/** The roles that somebody else has made, as their files name them. @throws CommandFault when one lacks */
export async function rolesOfFiles(
  folder: CredentialFolder,
): Promise<{ readonly app: string; readonly engine: string }> {
  const [app, engine] = [
    ADDRESS.read((await folder.read(APP_FILE)) ?? ''),
    CONNECTION.read((await folder.read(ENGINE_FILE)) ?? ''),
  ];
  if (app !== null && engine !== null) return { app: app.role, engine: engine.role };
  const [name, form] =
    app === null
      ? [APP_FILE, 'postgres://role:password@host:port/database']
      : [ENGINE_FILE, 'host=… port=… dbname=… user=… password=…'];
  throw new CommandFault(
    EXIT.configuration,
    'configuration',
    `${folder.pathOf(name)} has to name the role that was made, as ${form}`,
    'Write it for its owner alone (mode 600), then run it again',
  );
}

/** @returns `null` for what is no login on this machine */
export function localLogin(form: 'address' | 'connection', text: string): Login | null {
  const login = loginOf(form, text);
  return login !== null && LOCAL.has(login.host) ? login : null;
}

/** @returns `null` for what is no login */
export const loginOf = (form: 'address' | 'connection', text: string): Login | null =>
  (form === 'address' ? ADDRESS : CONNECTION).read(text);

function queryOf(parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? '' : `?${query}`;
}

/** Letters that mean nothing in addresses and connection strings. */
export const newPassword = (): string => randomBytes(24).toString('base64url');

const taken = (role: string, path: string): CommandFault =>
  new CommandFault(
    EXIT.exists,
    'exists',
    `There is a role ${role} already, and no ${path} with its password`,
    'Choose another name with --name',
  );
