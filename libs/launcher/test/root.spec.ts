import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { firstMessage } from '@chat-admin/debian-programs/first-message';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { startEmbeddedPostgres } from '@chat-admin/embedded-postgres/embedded-postgres';
import pg from 'pg';
import { withDatabase } from '../src/reachable-database.js';
import { leaveRoot } from '../src/leave-root.js';
import { Product } from './product.js';

const API = bundledProgram('api');
const headers = { authorization: 'secret-of-the-tests', 'content-type': 'application/json' };
const NOBODY = { uid: 65_534, gid: 65_534 };

const suite = needsRoot(
  await suiteNeeds(describe, 'npm start as root', ['prosody']),
  'npm start as root',
);

suite('npm start as root', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-root-'));
    await chmod(folder, 0o711); // the account has to pass through
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('leaves everything to one account without rights, and the database to a role without', async () => {
    const product = await Product.launch({ DATA_DIR: folder });
    try {
      const [, account] = await product.says(/^Account: (\S+)$/m);
      expect(account).not.toBe('root');
      await product.says(/^Chat server: Prosody/m);
      await product.says(/user service listens on/);
      await expectOneAccount(product, 4);
      expect(await ownerOf(folder)).toEqual(['chat_admin', false, 'chat_admin']);
    } finally {
      await product.remove();
    }
  });

  it('does so where Node lets no process become another account, too', async () => {
    const preloaded = join(folder, 'as-in-debian-13.mjs');
    await writeFile(
      preloaded,
      `process.setgroups = process.setgid = process.setuid = () => {
         throw Object.assign(new Error('io_uring may be enabled'), { code: 'ERR_INVALID_STATE' });
       };`,
    );
    const product = await Product.launch({
      DATA_DIR: folder,
      NODE_OPTIONS: `--import=${preloaded}`,
    });
    try {
      const [, account] = await product.says(/^Account: (\S+)$/m);
      expect(account).not.toBe('root');
      await product.says(/^Chat server: Prosody/m);
      await product.says(/user service listens on/);
      const [starter, launcher, ...others] = await product.processes();
      expect([starter!.uid, others]).toEqual([0, []]);
      await expectOneAccount(product, 4, launcher!.pid);
      const { pid } = starter!;
      process.kill(pid, 'SIGTERM');
      expect(await product.ended).toEqual({ code: 0, signal: null });
      expect(product.output).toContain('Stopped.');
    } finally {
      await product.remove();
    }
  });

  it('takes over the data of earlier starts, in which all was root', async () => {
    await startAsBefore(folder);
    const product = await Product.launch({ DATA_DIR: folder });
    try {
      const api = (await product.says(/The API listens on (\S+)/))[1]!;
      await product.says(/^Chat server: Prosody/m);
      await product.says(/user service listens on/);
      expect((await fetch(`${api}/users/ann`, { headers })).status).toBe(200);
      const put = { method: 'PUT', headers, body: JSON.stringify({ name: 'Ann' }) };
      expect((await fetch(`${api}/users/ann`, put)).status).toBe(200);
      await expectOneAccount(product, 4);
      expect(await ownerOf(folder)).toEqual(['chat_admin', false, 'chat_admin']);
      const { uid } = await stat(join(folder, 'postgres/cluster'));
      for (const path of ['postgres', 'prosody', 'prosody/certificates', 'prosody/prosody.log']) {
        expect([path, (await lstat(join(folder, path))).uid]).toEqual([path, uid]);
      }
    } finally {
      await product.remove();
    }
  });

  it('stays root where the account cannot read the program, and says what is in the way', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await writeFile(join(closed, 'main.js'), '');
    const printed: string[] = [];
    const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL: 'postgres://h/d' };
    await leaveRoot(environment, [join(closed, 'main.js')], (line) => printed.push(line));
    expect(printed).toEqual([
      expect.stringMatching(
        `^API, user service and Prosody run as root, because the account "\\S+" cannot read ${closed}\\.$`,
      ),
    ]);
    expect(process.getuid?.()).toBe(0);
  });
});

suite('npm start as nobody', () => {
  it('runs everything as that account, in its own directory', async () => {
    const product = await Product.launch({}, NOBODY);
    try {
      await product.says(/^Chat server: Prosody/m);
      await product.says(/user service listens on/);
      expect(product.output).not.toContain('Account:');
      expect(await expectOneAccount(product, 4)).toBe(NOBODY.uid);
      for (const name of await readdir(product.directory)) {
        expect((await lstat(join(product.directory, name))).uid).toBe(NOBODY.uid);
      }
    } finally {
      await product.remove();
    }
  });
});

/** @returns the account of all processes */
async function expectOneAccount(
  product: Product,
  count: number,
  launcher?: number,
): Promise<number> {
  const processes = await product.processes(launcher);
  expect(processes).toHaveLength(count);
  const accounts = new Set(processes.map(({ uid }) => uid));
  expect(accounts.size).toBe(1);
  expect(accounts).not.toContain(0);
  return [...accounts][0]!;
}

async function expectSuperuser(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select current_setting('is_superuser') as answer`);
  await client.end();
  expect(rows).toEqual([{ answer: 'on' }]);
}

/** Who asks, whether as superuser, and to whom everything belongs that was made in the database. */
async function ownerOf(data: string): Promise<unknown[]> {
  return withDatabase({ DATA_DIR: data }, async (url, superuserUrl) => {
    await expectSuperuser(superuserUrl!);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<unknown[]>({
      rowMode: 'array',
      text: `select current_user, (select rolsuper from pg_roles where rolname = current_user),
        (select string_agg(distinct owner::regrole::text, ',') from (
          select relowner from pg_class where relnamespace in ('public'::regnamespace, 'engine'::regnamespace)
          union all
          select proowner from pg_proc where pronamespace in ('public'::regnamespace, 'engine'::regnamespace)
            and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
          union all
          select nspowner from pg_namespace where nspname in ('engine', 'prosody')
          union all
          select datdba from pg_database where datname = current_database()
        ) owned (owner))`,
    });
    await client.end();
    return rows[0]!;
  });
}

/** What a start used to leave: a database of the superuser's, and Prosody's files of root's. */
async function startAsBefore(data: string): Promise<void> {
  await mkdir(join(data, 'prosody/certificates'), { recursive: true, mode: 0o700 });
  await writeFile(join(data, 'prosody/prosody.log'), '', { mode: 0o600 });
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres') });
  const api = spawn(process.execPath, [API], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...{
        PATH: process.env['PATH'],
        DATABASE_URL: server.url,
        API_PORT: '0',
        MANAGEMENT_PORT: '0',
      },
      ...{ API_INITIAL_SECRET: 'secret-of-the-tests', XMPP_DOMAIN: 'example.org' },
    },
  });
  try {
    let output = '';
    api.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
    await firstMessage(api, () => output);
    const url = /(http:\S+\/restapi\/v1)/.exec(output)![1]!;
    const body = JSON.stringify({ username: 'ann', password: 'p1-secret' });
    expect((await fetch(`${url}/users`, { method: 'POST', headers, body })).status).toBe(201);
  } finally {
    api.kill('SIGTERM');
    await once(api, 'exit');
    await server.stop();
  }
}
