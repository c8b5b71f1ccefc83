import { ownCommand } from '@chat-admin/configuration/own-command';
import { parseEnv } from 'node:util';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { deriveScramKeys } from '@chat-admin/credentials/scram-keys';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { username as usernameIn } from '@chat-admin/domain/users/user';
import { generatedSecret } from '@chat-admin/server/composition/initial-credentials';
import { report } from '../../program/action.js';
import type { Action, Terminal } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { UnusableWord } from '../../outcome/failures.js';
import { prepare } from '../../database/prepare.js';
import { onDatabase, owning } from '../../database/on-database.js';
import { makeAdmin } from '../admin/run.js';
import { setupCluster } from './cluster/run.js';
import { CredentialFolder } from './credential-folder.js';
import { LocalPostgres, NamedPostgres } from './local-postgres.js';
import type { SetupServer } from './local-postgres.js';
import { namedServer } from './named-server.js';
import type { ServerPlace } from './named-server.js';
import { rolesOfFiles, secretsOf } from './secrets.js';
import type { RoleSecret } from './secrets.js';
import { localServer, namedServerFacts } from './server-facts.js';
import type { ServerFacts } from './server-facts.js';
import { setupNames } from './setup-names.js';
import type { SetupOptions } from './setup-options.js';
import type { SetupNames } from './setup-names.js';
import { admissionSql, grantsSql, rolesSql } from './setup-sql.js';

const SETTINGS = 'chat-admin.conf';
/** as PostgreSQL itself does */
const ITERATIONS = 4096;

export const setup: Action<SetupOptions> = async (options, terminal) => {
  const { local, server, print: prints, cluster } = options;
  const ways = [local, server, cluster ?? prints].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw new UnusableWord('One of --local, --server, --cluster and --print is needed');
  if (options.machine !== undefined && cluster === undefined)
    throw new UnusableWord('--machine is for --cluster');
  if (options.withoutRoles && options.server === undefined)
    throw new UnusableWord('--without-roles is for --server');
  if (cluster !== undefined) return setupCluster(cluster, options, terminal);
  const names = setupNames(options.name);
  if (options.print) return print(names, options, terminal);
  const folder = new CredentialFolder(options.directory);
  const findServer = () =>
    options.server === undefined
      ? ofThisMachine(names, terminal)
      : elsewhere(names, options.server, options, folder, terminal);
  return install(folder, findServer, options, terminal);
};

/** A server, and what is to be done there. */
interface Target {
  readonly postgres: SetupServer;
  readonly names: SetupNames;
  readonly place: ServerPlace;
  readonly facts: ServerFacts;
  /** where roles and database are made; `null`: somebody else has made them */
  readonly makesIn: string | null;
  /** passwords by role */
  readonly given: ReadonlyMap<string, string>;
}

async function ofThisMachine(names: SetupNames, terminal: Terminal): Promise<Target> {
  const postgres = new LocalPostgres(terminal.environment);
  const facts = await localServer(postgres, names);
  const place = { host: '127.0.0.1', port: facts.port, parameters: {} };
  return { postgres, names, place, facts, makesIn: 'postgres', given: new Map() };
}

async function elsewhere(
  usual: SetupNames,
  address: string,
  { withoutRoles }: SetupOptions,
  folder: CredentialFolder,
  terminal: Terminal,
): Promise<Target> {
  const server = namedServer(address);
  const { place, role, password, database } = server;
  const postgres = new NamedPostgres(terminal.environment, server);
  const names = withoutRoles ? { database, owner: role, ...(await rolesOfFiles(folder)) } : usual;
  const facts = await namedServerFacts(postgres, database, names, !withoutRoles);
  const given = new Map(withoutRoles ? [[role, password]] : []);
  return { postgres, names, place, facts, makesIn: withoutRoles ? null : database, given };
}

async function print(names: SetupNames, options: SetupOptions, terminal: Terminal) {
  const { owner, app, engine } = names;
  const sql = [
    '-- For psql, as a superuser. It may be run again.',
    rolesSql(names, null),
    ...[owner, app, engine].map((role) => `\\password ${role}`),
    `\\echo Run "${ownCommand('migrate')}" as the owner of the database, then the rest.`,
    '\\prompt "Return continues. " _',
    '',
    admissionSql(names),
  ].join('\n');
  report(terminal, options, { sql }, [sql.trimEnd()]);
  return EXIT.done;
}

/** Files first: what is interrupted goes on with the same passwords. */
async function install(
  folder: CredentialFolder,
  findServer: () => Promise<Target>,
  options: SetupOptions,
  terminal: Terminal,
) {
  const settings = parseEnv((await folder.read(SETTINGS)) ?? '');
  const domain = domainOf(options, settings['XMPP_DOMAIN'] ?? terminal.environment['XMPP_DOMAIN']);
  const name = administratorOf(options);
  const environment = { ...terminal.environment, XMPP_DOMAIN: domain };
  loadConfig(ApiConfig, owning(environment, 'postgres://local'));
  const target = await findServer();
  const { postgres, names, place, facts, makesIn, given } = target;
  const { owner, app, engine, token } = await secretsOf(names, place, facts.roles, folder, given);
  const files = [owner, app, engine, token];
  for (const { name, text, isNew } of files) if (isNew) await folder.write(name, text);

  if (makesIn !== null) {
    const verifiers = new Map<string, string>();
    for (const secret of [owner, app, engine]) verifiers.set(secret.role, await verifierOf(secret));
    await postgres.run(makesIn, rolesSql(names, verifiers, facts.superuser));
  }
  const { fresh } = await prepare(owning(environment, owner.text));
  await postgres.run(names.database, makesIn === null ? grantsSql(names) : admissionSql(names));
  if (settings['XMPP_DOMAIN'] === undefined) await folder.append(SETTINGS, `XMPP_DOMAIN=${domain}`);
  await proved(environment, app);
  const password = generatedSecret();
  if (name !== null) {
    await makeAdmin({ environment: owning(environment, app.text) }, name, password);
  }

  const made = files.filter(({ isNew }) => isNew).map(({ name }) => folder.pathOf(name));
  const first = name === null ? {} : { administrator: { username: name, password } };
  const document = { ...names, domain, fresh, files: made, ...first };
  report(terminal, options, document, [
    `The database ${names.database} serves ${domain}; its owner is the role ${owner.role}, the services are ${app.role}, the chat server is ${engine.role}.`,
    made.length === 0 ? 'All secrets were there already.' : `Secrets: ${made.join(', ')}`,
    name === null
      ? `The first administrator: ${ownCommand('admin create NAME')}`
      : `${name} administers, with the password ${password}`,
    `Now: systemctl restart chat-admin && ${ownCommand('secret show')}`,
  ]);
  return EXIT.done;
}

/** @throws UnusableWord */
function domainOf({ domain }: SetupOptions, set: string | undefined): string {
  const wanted = domain ?? set;
  if (wanted === undefined || wanted === '') {
    throw new UnusableWord('--domain is needed: the XMPP domain, which cannot be changed later');
  }
  const prepared = domainpart(wanted);
  if (prepared === null) throw new UnusableWord(`--domain: ${wanted} is no domain`);
  if (set !== undefined && set !== '' && prepared !== domainpart(set)) {
    throw new UnusableWord(`--domain: XMPP_DOMAIN is set to ${set}`);
  }
  return prepared;
}

/** @returns null where none is wanted @throws UnusableWord */
function administratorOf({ administrator: wanted }: SetupOptions): string | null {
  if (wanted === undefined) return null;
  const prepared = usernameIn(wanted);
  if (prepared === null) throw new UnusableWord(`--administrator: ${wanted} is no user name`);
  return prepared;
}

/** What PostgreSQL keeps of a password, so that it stands in no log of statements. RFC 5803 */
async function verifierOf({ password }: RoleSecret): Promise<string> {
  const { salt, storedKey, serverKey } = await deriveScramKeys('sha256', password, ITERATIONS);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${text(salt)}$${text(storedKey)}:${text(serverKey)}`;
}

/** Connects as the services will. @throws ConfigurationFaults, Error */
function proved(environment: NodeJS.ProcessEnv, app: RoleSecret): Promise<unknown> {
  const described = { command: 'setup', object: '/' };
  return onDatabase(owning(environment, app.text), described, () => Promise.resolve());
}
