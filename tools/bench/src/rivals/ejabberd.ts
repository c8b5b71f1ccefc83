import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import type { Bed } from '../bed.js';
import { cpuMsOf } from '../processes/process-cpu.js';

/** of Debian's package, which creates the account too */
const SCHEMA = '/usr/share/ejabberd/sql/pg.sql';
const ACCOUNT = ['--reuid=ejabberd', '--regid=ejabberd', '--init-groups'];

/** Debian's ejabberd with everything in a database of the bed's PostgreSQL, and its HTTP API open to 127.0.0.1. */
export class Ejabberd {
  static readonly DATABASE = 'ejabberd';

  private constructor(
    private readonly process: BoundProcess,
    readonly port: number,
  ) {}

  static async start(bed: Bed): Promise<Ejabberd> {
    const script = await readFile(await ensureInstalled('ejabberdctl'), 'utf8');
    const libraries = /^ERL_LIBS='(.*)'$/m.exec(script)?.[1];
    await bed.sql(`create database ${Ejabberd.DATABASE}`);
    await bed.sql(await readFile(SCHEMA, 'utf8'), Ejabberd.DATABASE);
    const folder = await bed.folder('ejabberd');
    const port = await stablePort();
    const file = join(folder, 'ejabberd.yml');
    await writeFile(file, JSON.stringify(configuration(port, new URL(bed.address()))));
    const spool = join(folder, 'spool');
    await mkdir(spool);
    const [program, ...args] = await asAccount(
      ['/usr/bin/erl', ...(await startArguments(file, spool))],
      [file, spool],
    );
    const process = startBound(program!, args, {
      environment: {
        ERL_LIBS: libraries,
        HOME: spool,
        EJABBERD_LOG_PATH: join(spool, 'ejabberd.log'),
      },
    });
    const server = new Ejabberd(process, port);
    bed.keep(server);
    await server.untilReady();
    return server;
  }

  /** Calls a command of mod_http_api. @throws if the answer is not 2xx */
  async call(command: string, given: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.port}/api/${command}`, {
      method: 'POST',
      body: JSON.stringify(given),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`ejabberd, ${command}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  cpuMs(): Promise<number> {
    return cpuMsOf(this.process.pid);
  }

  stop(): Promise<void> {
    return this.process.stop();
  }

  private async untilReady(): Promise<void> {
    let over = false;
    void this.process.ended.then(() => (over = true));
    while (!over) {
      const ready = await this.call('status', {}).then(
        () => true,
        () => false,
      );
      if (ready) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`ejabberd did not start:\n${this.process.output()}`);
  }
}

/** Root starts it under the account of the package. */
async function asAccount(command: readonly string[], files: readonly string[]): Promise<string[]> {
  if (process.getuid?.() !== 0) return [...command];
  const ids = (await readFile('/etc/passwd', 'utf8')).match(/^ejabberd:[^:]*:(\d+):(\d+):/m);
  if (!ids) throw new Error('The package of ejabberd has created no account');
  for (const file of files) {
    await chown(file, Number(ids[1]), Number(ids[2]));
    await chmod(file, 0o700);
  }
  return ['/usr/bin/setpriv', ...ACCOUNT, ...command];
}

/** Without epmd, which would outlive it. */
async function startArguments(file: string, spool: string): Promise<readonly string[]> {
  const port = await stablePort();
  return [
    ...['-noinput', '-sname', `bench${port}@localhost`],
    ...['-start_epmd', 'false', '-erl_epmd_port', String(port)],
    ...['-kernel', 'inet_dist_use_interface', '{127,0,0,1}'],
    ...['-mnesia', 'dir', JSON.stringify(spool)],
    ...['-ejabberd', 'config', JSON.stringify(file)],
    ...['-s', 'ejabberd'],
  ];
}

/** YAML, of which JSON is a part. As many keys of 4,096 rounds as ejabberd derives by itself: one. */
const configuration = (port: number, database: URL): object => ({
  hosts: ['example.org'],
  loglevel: 'warning',
  listen: [
    {
      port,
      ip: '127.0.0.1',
      module: 'ejabberd_http',
      request_handlers: { '/api': 'mod_http_api' },
    },
  ],
  auth_method: ['sql'],
  auth_password_format: 'scram',
  default_db: 'sql',
  sql_type: 'pgsql',
  sql_server: database.hostname,
  sql_port: Number(database.port),
  sql_database: Ejabberd.DATABASE,
  sql_username: decodeURIComponent(database.username),
  sql_password: decodeURIComponent(database.password),
  api_permissions: {
    bench: { from: ['mod_http_api'], who: { ip: '127.0.0.1/8' }, what: '*' },
  },
  modules: {
    mod_admin_extra: {},
    mod_roster: {},
    mod_vcard: {},
    mod_shared_roster: {},
    mod_muc: {},
    mod_muc_admin: {},
  },
});
