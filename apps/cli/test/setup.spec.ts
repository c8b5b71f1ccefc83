import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import pg from 'pg';
import { CommandProcess } from './support/command-process.js';
import { run } from './support/command-world.js';
import { DebianPostgres } from '@chat-admin/debian-programs/debian-postgres';

const SCHOOL = fileURLToPath(
  new URL('../../../libs/moving/test/openfire-5.0.5/hsqldb/', import.meta.url),
);
const FILES = [
  ...['owner/database-migration-url', 'credentials/database-url', 'prosody/database'],
  'credentials/chat-server-token',
];
const suite = needsRoot(
  await suiteNeeds(describe, 'setup on the PostgreSQL of Debian', ['postgresql']),
  'setup on the PostgreSQL of Debian',
);

describe('setup', () => {
  it('wants to know whether to do it or to print it', async () => {
    for (const words of ['setup', 'setup --local --print']) {
      const { code, err } = await run(words, {});
      expect([code, err]).toEqual([
        64,
        'One of --local, --server, --cluster and --print is needed\n',
      ]);
    }
  });

  it.each([
    ['--local --without-roles', '--without-roles is for --server'],
    ['--server nowhere', '--server: must be postgres://role@host/database'],
    ['--server postgres://host/postgres', '--server: it has to name a role, and a host'],
    ['--server postgres://admin@a:1,b:2/c', '--server: all hosts have to listen on one port'],
    ['--local --machine m1', '--machine is for --cluster'],
  ])('refuses %s', async (words, reason) => {
    const found = await run(`setup --domain example.org ${words}`, {});
    expect(found).toMatchObject({ code: 64, err: `${reason}\n` });
  });

  it.each(['--name Chat', "--name a'b", '--name postgres', '--name pg_chat', '--name 1chat'])(
    'refuses %s',
    async (option) => {
      expect(await run(`setup --print ${option}`, {})).toMatchObject({ code: 64, out: '' });
    },
  );

  it('prints SQL that names no secret, and changes nothing', async () => {
    const { code, out } = await run('setup --print --name talk', {});
    expect(code).toBe(0);
    expect(out).toMatch(/create role talk_owner login[^]*create database talk owner talk_owner/);
    expect(out).toContain("admit_chat_engine('talk_engine')");
    expect(out).not.toMatch(/SCRAM|password '/);
    const { sql } = JSON.parse((await run('setup --print --name talk --json', {})).out);
    expect(`${sql.trimEnd()}\n`).toBe(out);
  });
});

suite('setup --local', () => {
  let postgres: DebianPostgres;
  let folder: string;
  let secrets: string;
  beforeAll(async () => {
    postgres = await DebianPostgres.start({
      settings: ['log_statement=all', 'log_min_messages=info'],
    });
  });
  afterAll(() => postgres?.remove());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-setup-'));
    secrets = join(folder, 'etc');
    await mkdir(secrets);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const setup = (words: string, environment: NodeJS.ProcessEnv = {}) =>
    run(`setup --local --directory ${secrets} ${words}`, {
      ...{ PATH: process.env['PATH'], API_SCRAM_ITERATIONS: '4096' },
      ...postgres.environment,
      ...environment,
    });
  const read = async (name: string) => (await readFile(join(secrets, name), 'utf8')).trim();
  const all = () => Promise.all([...FILES, 'chat-admin.conf'].map(read));
  const rolesIn = (name: string) =>
    postgres.query(`select rolname from pg_roles where rolname like '${name}%' order by 1`);

  it('makes roles, database and files of secrets, with which the services run', async () => {
    const done = await setup('--domain Example.ORG');
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(await rolesIn('chat')).toBe('chat\nchat_engine\nchat_owner');
    const texts = await all();
    expect(texts.at(-1)).toBe('XMPP_DOMAIN=example.org');
    const modes = FILES.map(async (name) => (await stat(join(secrets, name))).mode & 0o777);
    expect(await Promise.all(modes)).toEqual(FILES.map(() => 0o600));
    for (const name of ['owner', 'credentials', 'prosody']) {
      expect((await stat(join(secrets, name))).mode & 0o777).toBe(0o700);
    }

    const environment = {
      ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
      ...{ CREDENTIALS_DIRECTORY: join(secrets, 'credentials'), XMPP_DOMAIN: 'example.org' },
    };
    const service = CommandProcess.run(['serve'], environment);
    const api = await service.says(/The API listens on (\S+)/);
    const shown = await run('secret show', {
      DATABASE_URL: await read('credentials/database-url'),
    });
    const headers = { authorization: shown.out.trim(), 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'ann', password: 'p1-secret' });
    expect((await fetch(`${api}/users`, { method: 'POST', headers, body })).status).toBe(201);
    const examined = await run('doctor --json', { ...environment, PATH: process.env['PATH'] });
    const { findings } = JSON.parse(examined.out) as {
      findings: { code: string; level: string }[];
    };
    expect(findings.filter(({ level }) => level === 'fault')).toEqual([]);
    // the Node that runs this may have come to its end
    const warnings = findings.filter(({ code }) => code !== 'program/node');
    expect(warnings.filter(({ level }) => level === 'warning')).toEqual([]);
    expect(findings.filter(({ level }) => level === 'ok').length).toBeGreaterThan(15);
    expect(examined.code).toBe(0);
    expect(await service.stop()).toBe(0);

    // what the chat server does
    const engine = new pg.Client(connectionOf(await read('prosody/database')));
    await engine.connect();
    try {
      const { rows } = await engine.query<{ name: string; mine: boolean }>(
        `select proname as name, has_function_privilege(oid, 'execute') as mine from pg_proc
         where pronamespace = 'engine'::regnamespace and proname in ('put_room', 'put_credentials')`,
      );
      expect(rows.map(({ mine }) => mine)).toEqual([true, true]);
      await engine.query('create table prosody.of_its_own (); drop table of_its_own');
      await expect(engine.query('select from public.account')).rejects.toThrow('permission denied');
    } finally {
      await engine.end();
    }

    expect(postgres.log()).toContain('alter role chat login password');
    // everything belongs to the owner, nobody is more than that, and no password is told
    const owners = await postgres.query(
      `select distinct relowner::regrole from pg_class
       where relnamespace in ('public'::regnamespace, 'prosody'::regnamespace, 'engine'::regnamespace)`,
      'chat',
    );
    expect(owners).toBe('chat_owner');
    const mighty = `select count(*) from pg_roles where rolname like 'chat%' and (rolsuper or rolcreaterole or rolcreatedb)`;
    expect(await postgres.query(mighty)).toBe('0');
    for (const text of texts.slice(0, 4)) {
      const [, password = text] = /:([^:@]+)@/.exec(text) ?? /password=(\S+)/.exec(text) ?? [];
      expect(password).toMatch(/^[\w-]{32}$/);
      expect(done.out + service.output + postgres.log()).not.toContain(password);
    }
  });

  it('makes the first administrator, whose password it prints', async () => {
    const words = '--name led --domain example.org --administrator Boss';
    const { code, out } = await setup(`${words} --json`);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { administrator: { username: 'boss', password: expect.stringMatching(/^[\w-]{20,}$/) } },
    ]);
    const listed = await run('admin list', {
      DATABASE_URL: await read('credentials/database-url'),
    });
    expect(listed.out).toMatch(/^boss +administrator +can log in$/m);
  });

  it('has what a move is rehearsed with, where the encoding of the server is another', async () => {
    expect((await setup('--name moved --domain school.example')).code).toBe(0);
    await postgres.query('alter role moved_owner createdb');
    const words = `import openfire rehearse --source ${SCHOOL} --progress none --report ${folder}/report`;
    const rehearsed = await run(`${words} --only accounts,rosters`, {
      DATABASE_URL_FILE: join(secrets, 'credentials/database-url'),
      DATABASE_MIGRATION_URL_FILE: join(secrets, 'owner/database-migration-url'),
      API_SCRAM_ITERATIONS: '4096',
    });
    expect(rehearsed).toMatchObject({ code: 3, out: expect.stringContaining('No difference.') });
    expect(await postgres.query('show server_encoding', 'template1')).toBe('SQL_ASCII');
    expect(await postgres.query('select count(*) from account', 'moved')).toBe('0');
  });

  it('can be repeated: it keeps what is there, and mends what lacks', async () => {
    expect((await setup('--name again --domain example.org')).code).toBe(0);
    const before = await all();
    await postgres.query('alter role again password null; revoke again_owner from again');
    const second = await setup('--name again --json');
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(second.out)).toEqual({
      ...{ database: 'again', owner: 'again_owner', app: 'again', engine: 'again_engine' },
      ...{ domain: 'example.org', fresh: false, files: [] },
    });
    expect(await all()).toEqual(before);
    // killed when only files were there
    await postgres.query('drop database again');
    await postgres.query('drop role again_engine, again, again_owner');
    expect((await setup('--name again')).code).toBe(0);
    expect(await all()).toEqual(before);
  });

  it('touches no role and no database of somebody else', async () => {
    await postgres.query('create role other login');
    const role = await setup('--name other --domain example.org');
    expect(role).toMatchObject({ code: 73, out: '' });
    expect(role.err).toMatch(/^There is a role other already/);
    await postgres.query('create database theirs');
    const database = await setup('--name theirs --domain example.org');
    expect(database).toMatchObject({ code: 73, out: '' });
    expect(database.err).toMatch(/^There is a database theirs already, which belongs to postgres/);
    await mkdir(join(secrets, 'credentials'));
    const elsewhere = 'postgres://chat:hunter2@db.example.org/chat';
    await writeFile(join(secrets, 'credentials/database-url'), elsewhere);
    const file = await setup('--name free --domain example.org');
    expect(file).toMatchObject({ code: 73, out: '' });
    expect(file.err).not.toContain('hunter2');
    expect(await read('credentials/database-url')).toBe(elsewhere);
    expect(await rolesIn('free')).toBe('');
    expect(await rolesIn('theirs')).toBe('');
  });

  it('refuses what it cannot use before anything is changed', async () => {
    const refused = async (words: string, environment: NodeJS.ProcessEnv, code: number) => {
      const result = await setup(`--name never ${words}`.trim(), environment);
      expect([words, environment, result.code]).toEqual([words, environment, code]);
      return result.err;
    };
    expect(await refused('', {}, 64)).toContain('--domain is needed');
    expect(await refused('--domain a@b', {}, 64)).toContain('is no domain');
    const noName = '--domain example.org --administrator a@b';
    expect(await refused(noName, {}, 64)).toContain('is no user name');
    const set = { XMPP_DOMAIN: 'example.net' };
    expect(await refused('--domain example.org', set, 64)).toContain('is set to example.net');
    const domain = '--domain example.org';
    expect(await refused(domain, { API_PORT: 'many' }, 78)).toContain('API_PORT: ');
    expect(await refused(domain, { PGHOST: folder }, 69)).toContain('PostgreSQL: ');
    await writeFile(join(secrets, 'owner'), '');
    expect(await refused(domain, {}, 77)).toContain(`${secrets}/owner/database-migration-url`);
    expect(await rolesIn('never')).toBe('');
    const databases = await postgres.query(`select 1 from pg_database where datname = 'never'`);
    expect(databases).toBe('');
  });
});

suite('setup --server', () => {
  let postgres: DebianPostgres;
  let folder: string;
  beforeAll(async () => {
    postgres = await DebianPostgres.start({});
    await postgres.query(`create role admin login createrole createdb password 'p-admin'`);
    await postgres.query(`create role nobody login password 'p-nobody'`);
  });
  afterAll(() => postgres?.remove());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-setup-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const setup = (address: string, words = '') =>
    run(`setup --server ${address} --directory ${folder} --domain example.org ${words}`.trim(), {
      ...{ PATH: process.env['PATH'], API_SCRAM_ITERATIONS: '4096' },
    });
  const at = (login: string, database = 'postgres') =>
    `postgres://${login}@127.0.0.1:${postgres.port}/${database}`;
  const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim();

  it('makes everything as a role that may make roles and databases, and again', async () => {
    const address = at('admin:p-admin');
    const done = await setup(`${address}?sslmode=disable`, '--name hosted');
    expect(done).toMatchObject({ code: 0, err: '' });
    const url = await read('credentials/database-url');
    expect(url).toMatch(/^postgres:\/\/hosted:\S+@127\.0\.0\.1:\d+\/hosted\?sslmode=disable$/);
    expect(await read('prosody/database')).toMatch(
      /^host=\S+ .*user=hosted_engine .*sslmode=disable$/,
    );
    const client = new pg.Client(url);
    await client.connect();
    expect((await client.query('show statement_timeout')).rows).toEqual([
      { statement_timeout: '1min' },
    ]);
    await expect(client.query('drop table account')).rejects.toThrow('must be owner');
    await client.end();
    expect(await setup(`${address}?sslmode=disable`, '--name hosted')).toMatchObject({ code: 0 });
    expect(await read('credentials/database-url')).toBe(url);
  });

  it('uses the roles and the database that a provider has made', async () => {
    for (const role of ['given_owner', 'given_app', 'given_engine'])
      await postgres.query(`create role ${role} login password '${role}'`);
    await postgres.query(
      `create database given owner given_owner encoding 'UTF8' template template0`,
    );
    const address = at('given_owner:given_owner', 'given');
    const lacking = await setup(address, '--without-roles');
    expect(lacking.code).toBe(78);
    expect(lacking.err).toContain('credentials/database-url has to name the role that was made');
    for (const name of ['credentials', 'prosody']) await mkdir(join(folder, name));
    const url = at('given_app:given_app', 'given');
    await writeFile(join(folder, 'credentials/database-url'), `${url}\n`);
    await writeFile(
      join(folder, 'prosody/database'),
      `host=127.0.0.1 port=${postgres.port} dbname=given user=given_engine password=given_engine\n`,
    );
    expect(await setup(address, '--without-roles')).toMatchObject({ code: 0, err: '' });
    expect(await read('owner/database-migration-url')).toBe(address);
    expect((await run('secret show', { DATABASE_URL: url })).code).toBe(0);
    const engine = new pg.Client(connectionOf(await read('prosody/database')));
    await engine.connect();
    const { rows } = await engine.query(`select engine.hello(1, 'here', true) ->> 'ok' as ok`);
    expect(rows).toEqual([{ ok: 'true' }]);
    await engine.end();
  });

  it('says what a role may not', async () => {
    const { code, err } = await setup(at('nobody:p-nobody'));
    expect(code).toBe(77);
    expect(err).toContain('The role nobody may not create roles (CREATEROLE)');
    expect((await setup('postgres://admin@127.0.0.1:1/postgres')).code).toBe(69);
  });
});

/** libpq's form, as node-postgres wants it. */
function connectionOf(text: string): pg.ClientConfig {
  const part = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(text)![1]!;
  return {
    ...{ host: part('host'), port: Number(part('port')), database: part('dbname') },
    ...{ user: part('user'), password: part('password') },
  };
}
