import { randomBytes } from 'node:crypto';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';
import type { CredentialFolder } from './credential-folder.js';
import type { ServerFacts } from './server-facts.js';
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

const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The secrets of an earlier setup, so that it can be repeated, and new ones.
 * @throws CommandFault when files or roles are of something else
 */
export async function secretsOf(
  names: SetupNames,
  { port, roles }: ServerFacts,
  folder: CredentialFolder,
): Promise<Secrets> {
  const secretOf = async (name: string, role: string, form: Form): Promise<RoleSecret> => {
    const there = await folder.read(name);
    if (there === null) {
      if (roles.includes(role)) throw taken(role, folder.pathOf(name));
      const password = newPassword();
      const text = form.write({ role, password, port, database: names.database });
      return { name, role, password, text, isNew: true };
    }
    const found = form.read(there);
    if (found?.role !== role || found.database !== names.database || found.port !== port) {
      const message = `${folder.pathOf(name)} exists already, and is not of the role ${role} and the database ${names.database} at port ${port}`;
      throw new CommandFault(EXIT.exists, 'exists', message, 'Move it away, or choose --name');
    }
    return { name, role, password: found.password, text: there, isNew: false };
  };
  const token = await folder.read('credentials/chat-server-token');
  return {
    owner: await secretOf('owner/database-migration-url', names.owner, ADDRESS),
    app: await secretOf('credentials/database-url', names.app, ADDRESS),
    engine: await secretOf('prosody/database', names.engine, CONNECTION),
    token: {
      name: 'credentials/chat-server-token',
      text: token ?? newPassword(),
      isNew: token === null,
    },
  };
}

interface Login {
  readonly role: string;
  readonly password: string;
  readonly port: number;
  readonly database: string;
}

interface Form {
  write(login: Login): string;
  /** @returns `null` for what is no login on this machine */
  read(text: string): Login | null;
}

/** as the services read it */
const ADDRESS: Form = {
  write: ({ role, password, port, database }) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`,
  read: (text) => {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    if (!LOCAL.has(url.hostname)) return null;
    return {
      role: url.username,
      password: decodeURIComponent(url.password),
      port: Number(url.port || 5432),
      database: url.pathname.slice(1),
    };
  },
};

/** as libpq reads it */
const CONNECTION: Form = {
  write: ({ role, password, port, database }) =>
    `host=127.0.0.1 port=${port} dbname=${database} user=${role} password=${password}`,
  read: (text) => {
    const parts = new Map(
      [...text.matchAll(/(?<!\w)(\w+)=('?)([^\s']*)\2/g)].map(([, key, , value]) => [key!, value!]),
    );
    if (!LOCAL.has(parts.get('host') ?? '')) return null;
    return {
      role: parts.get('user') ?? '',
      password: parts.get('password') ?? '',
      port: Number(parts.get('port') ?? 5432),
      database: parts.get('dbname') ?? '',
    };
  },
};

/** @returns `null` for what is no login on this machine */
export const loginOf = (form: 'address' | 'connection', text: string): Login | null =>
  (form === 'address' ? ADDRESS : CONNECTION).read(text);

/** Letters that mean nothing in addresses and connection strings. */
const newPassword = (): string => randomBytes(24).toString('base64url');

const taken = (role: string, path: string): CommandFault =>
  new CommandFault(
    EXIT.exists,
    'exists',
    `There is a role ${role} already, and no ${path} with its password`,
    'Choose another name with --name',
  );
