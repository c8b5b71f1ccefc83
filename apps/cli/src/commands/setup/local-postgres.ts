import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { CommandFault } from '../../outcome/failures.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { authorityOf } from './named-server.js';
import type { NamedServer } from './named-server.js';

/** of psql: the connection failed */
const NO_CONNECTION = 2;
const PSQL = [
  ...['psql', '--no-psqlrc', '--quiet', '--no-align', '--tuples-only', '--no-password'],
  ...['--set=ON_ERROR_STOP=1', '--file=-'],
];

/** Where a setup runs its statements. */
export interface SetupServer {
  /**
   * @returns what the statements return
   * @throws CommandFault when there is no psql, no server, or a statement fails
   */
  run(database: string, sql: string): Promise<string>;
}

/** The PostgreSQL of this machine, as its superuser: by psql, since PostgreSQL asks the kernel which account that is. */
export class LocalPostgres implements SetupServer {
  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  async run(database: string, sql: string): Promise<string> {
    const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
    return psql(
      [...asPostgres, ...PSQL, `--dbname=${database}`],
      itsEnvironment(this.environment),
      sql,
    );
  }
}

/** A PostgreSQL that an address names, as its role; of several the one that takes writes. */
export class NamedPostgres implements SetupServer {
  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly server: NamedServer,
  ) {}

  /** As {@link LocalPostgres}; the password is not among the words, which everybody can list. */
  async run(database: string, sql: string): Promise<string> {
    const { place, role, password } = this.server;
    const parameters = new URLSearchParams(place.parameters);
    if (place.host.includes(',')) parameters.set('target_session_attrs', 'read-write');
    const query = parameters.size === 0 ? '' : `?${parameters.toString()}`;
    const url = `postgres://${encodeURIComponent(role)}@${authorityOf(place)}/${database}${query}`;
    const environment = {
      ...itsEnvironment(this.environment),
      ...(password === '' ? {} : { PGPASSWORD: password }),
    };
    return psql([...PSQL, `--dbname=${url}`], environment, sql);
  }
}

async function psql(
  [file, ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
  sql: string,
): Promise<string> {
  const child = spawn(file!, words, { env, cwd: '/' });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  child.stdin.on('error', () => undefined).end(sql);
  const [code] = (await once(child, 'close').catch(() => {
    throw new CommandFault(EXIT.unreachable, 'unreachable', `${file} cannot be run`, INSTALL);
  })) as [number | null];
  if (code === 0) return output.trim();
  throw faultOf(code, complaint);
}

/** Which server is meant, as psql reads it; no secrets of the services. */
function itsEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) =>
    /^(PATH$|HOME$|PG[A-Z]+$)/.test(name),
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C', PGAPPNAME: 'chat-admin setup' };
}

const INSTALL = `PostgreSQL has to run on this machine ("apt-get install postgresql"); PGHOST and PGPORT name another one than psql does by itself. Elsewhere: ${ownCommand('setup --print')}`;

function faultOf(code: number | null, complaint: string): CommandFault {
  const lines = complaint.trim().split('\n');
  const reason = lines.find((line) => /ERROR|FATAL|error:/.test(line)) ?? lines.at(-1) ?? '';
  const text = reason.replace(/^psql:\S*:? /, '').replace(/^error: /, '');
  if (code === NO_CONNECTION || /runuser|psql: not found|No such file/.test(text)) {
    return new CommandFault(EXIT.unreachable, 'unreachable', `PostgreSQL: ${text}`, INSTALL);
  }
  return new CommandFault(EXIT.failed, 'failed', `PostgreSQL refuses: ${text}`, null);
}
