import { ownCommand } from '@chat-admin/configuration/own-command';
import { parseEnv } from 'node:util';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { deriveScramKeys } from '@chat-admin/credentials/scram-keys';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { username as usernameIn } from '@chat-admin/domain/users/user';
import { generatedSecret } from '@chat-admin/server/composition/initial-credentials';
import { report } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { UnusableWord } from '../../outcome/failures.js';
import { prepare } from '../../database/prepare.js';
import { onDatabase, owning } from '../../database/on-database.js';
import { makeAdmin } from '../admin/run.js';
import { CredentialFolder } from './credential-folder.js';
import { LocalPostgres } from './local-postgres.js';
import { secretsOf } from './secrets.js';
import type { RoleSecret } from './secrets.js';
import { usableServer } from './server-facts.js';
import { setupNames } from './setup-names.js';
import type { SetupNames } from './setup-names.js';
import { admissionSql, rolesSql } from './setup-sql.js';

export interface SetupOptions extends ReportOptions {
  readonly local?: true;
  readonly print?: true;
  readonly domain?: string;
  readonly administrator?: string;
  readonly name: string;
  readonly directory: string;
}

const SETTINGS = 'chat-admin.conf';
/** as PostgreSQL itself does */
const ITERATIONS = 4096;

export const setup: Action<SetupOptions> = async (options, terminal) => {
  if (Boolean(options.local) === Boolean(options.print)) {
    throw new UnusableWord('One of --local and --print is needed');
  }
  const names = setupNames(options.name);
  return options.print ? print(names, options, terminal) : local(names, options, terminal);
};

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
async function local(names: SetupNames, options: SetupOptions, terminal: Terminal) {
  const folder = new CredentialFolder(options.directory);
  const settings = parseEnv((await folder.read(SETTINGS)) ?? '');
  const domain = domainOf(options, settings['XMPP_DOMAIN'] ?? terminal.environment['XMPP_DOMAIN']);
  const name = administratorOf(options);
  const environment = { ...terminal.environment, XMPP_DOMAIN: domain };
  loadConfig(ApiConfig, owning(environment, 'postgres://local'));
  const postgres = new LocalPostgres(terminal.environment);
  const facts = await usableServer(postgres, names);
  const { owner, app, engine, token } = await secretsOf(names, facts, folder);
  const files = [owner, app, engine, token];
  for (const { name, text, isNew } of files) if (isNew) await folder.write(name, text);

  const verifiers = new Map<string, string>();
  for (const secret of [owner, app, engine]) verifiers.set(secret.role, await verifierOf(secret));
  await postgres.run('postgres', rolesSql(names, verifiers));
  const { fresh } = await prepare(owning(environment, owner.text));
  await postgres.run(names.database, admissionSql(names));
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
