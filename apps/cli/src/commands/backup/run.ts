import { ownCommand } from '@chat-admin/configuration/own-command';
import { existsSync } from 'node:fs';
import { existingData, prosodyDirectory } from '@chat-admin/launcher/data-directory';
import { hasOwnDatabase } from '@chat-admin/launcher/database-url';
import { withDatabase } from '@chat-admin/launcher/reachable-database';
import { chatRoles } from '@chat-admin/persistence/diagnosis/missing-privileges';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { namesIn } from '../doctor/checks/database-reachable.js';
import { Deployment } from '../doctor/deployment.js';
import { quoted } from '../doctor/quoted.js';
import { EXIT } from '../../outcome/exit-codes.js';

export interface BackupOptions extends ReportOptions {
  /** folder */
  readonly to: string;
}

/** Settings, secrets, certificates, and what Prosody keeps in files, such as what was sent. */
const FOLDERS = ['/etc/chat-admin', '/etc/prosody', '/var/lib/prosody'];

interface Plan {
  /** what is saved */
  readonly what: readonly string[];
  readonly save: readonly string[];
  /** onto a machine that has the programs, and none of the data */
  readonly restore: readonly string[];
}

export const printBackup: Action<BackupOptions> = async (options, terminal) => {
  const { environment } = terminal;
  const data = hasOwnDatabase(environment) ? null : await existingData(environment);
  const plan =
    data === null
      ? await withDatabase(environment, (url) => planOfServer(environment, url, options.to))
      : planOfFolder(data, prosodyDirectory(environment), options.to);
  report(terminal, options, plan, [
    ...plan.what.map((line) => `# ${line}`),
    '# All of it holds secrets: keep it closed, and on another machine.',
    ...['', '# Save', ...plan.save],
    ...['', '# Restore', ...plan.restore],
  ]);
  return EXIT.done;
};

/** How psql and its like are run as superuser. */
interface Client {
  readonly before: string;
  readonly where: string;
}

async function planOfServer(
  environment: NodeJS.ProcessEnv,
  url: string,
  to: string,
): Promise<Plan> {
  const deployment = new Deployment(environment, { url });
  try {
    const database = await deployment.connect();
    const { database: name, role, owner, address, admitsServices } = await deployment.server();
    const engines = (await chatRoles(database)).map((one) => one.role);
    const admissions = [
      ...(admitsServices && role !== owner ? [`select admit_chat_admin(${literal(role)})`] : []),
      ...engines.map((engine) => `select admit_chat_engine(${literal(engine)})`),
    ];
    const server = namesIn(url).host;
    return commandsFor(name, admissions, clientOf(url, server, address), to, server);
  } finally {
    await deployment.close();
  }
}

function commandsFor(
  database: string,
  admissions: readonly string[],
  client: Client,
  to: string,
  server: string,
): Plan {
  const run = (program: string, words: string) =>
    `${client.before}${program}${client.where} ${words}`;
  const file = (name: string) => quoted(`${to}/${name}`);
  const name = quoted(database);
  const folders = FOLDERS.filter((folder) => existsSync(folder));
  const services = 'chat-admin prosody';
  return {
    what: [
      `The database ${database} on ${server}: accounts, rooms, messages, properties, the audit log`,
      'Its roles, with the keys of their passwords',
      `Folders with settings, secrets and certificates: ${folders.join(', ') || 'none here'}`,
    ],
    save: [
      `install --directory --owner=postgres --mode=0700 ${quoted(to)}`,
      run('pg_dumpall', `--roles-only --file=${file('roles.sql')}`),
      run('pg_dump', `--format=custom --file=${file('chat.dump')} ${name}`),
      ...tar('--create', `${to}/files.tar.gz`, folders),
    ],
    restore: [
      `systemctl stop ${services}`,
      ...(folders.length === 0 ? [] : tar('--extract', `${to}/files.tar.gz`, [])),
      run('psql', `--file=${file('roles.sql')} postgres # says which roles are there already`),
      run('pg_restore', `--create --exit-on-error --dbname=postgres ${file('chat.dump')}`),
      ownCommand('migrate'),
      ...admissions.map((sql) => run('psql', `--command="${sql}" ${name}`)),
      `systemctl start ${services}`,
      ownCommand('doctor'),
    ],
  };
}

/** By the socket on this machine, where Debian's PostgreSQL knows its own account. */
export function clientOf(url: string, host: string, address: string | null): Client {
  const port =
    /^[^/]+\/\/(?:[^/]*@)?(?:\[[^\]/]*\]|[^/?,@:[]*):(\d+)(?![^/?,])/.exec(url)?.[1] ?? '5432';
  const atPort = port === '5432' ? '' : ` --port=${port}`;
  const isHere = address === null || /^(127\.|::1$)/.test(address);
  if (isHere) return { before: 'runuser -u postgres -- ', where: atPort };
  return { before: '', where: ` --host=${quoted(host)}${atPort} --username=postgres` };
}

/** The embedded server has no programs to dump with; its folder is whole while it is stopped. */
function planOfFolder(data: string, prosody: string, to: string): Plan {
  const folders = [data, prosody].filter((folder) => existsSync(folder));
  const file = `${to}/data.tar.gz`;
  return {
    what: [
      `The folders of "${ownCommand('start')}", which must not run meanwhile: ${folders.join(', ')}`,
    ],
    save: [`install --directory --mode=0700 ${quoted(to)}`, ...tar('--create', file, folders)],
    restore: [...tar('--extract', file, []), ownCommand('start')],
  };
}

function tar(what: string, file: string, folders: readonly string[]): readonly string[] {
  if (what === '--create' && folders.length === 0) return [];
  return [
    `tar ${[what, '--gzip', '--absolute-names', `--file=${quoted(file)}`, ...folders.map(quoted)].join(' ')}`,
  ];
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
