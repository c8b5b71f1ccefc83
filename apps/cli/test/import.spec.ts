import { mkdtemp, readFile, rm, stat, writeFile, cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsRoot } from '@chat-admin/debian-programs/suite-needs';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { emptyDatabase, testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { engineOfSetup } from '../src/commands/import/engine-of-setup.js';
import { programOf } from '../src/program/program.js';
import { run } from './support/command-world.js';

const SCHOOL = new URL('../../../libs/moving/test/openfire-5.0.5/', import.meta.url);
const source = fileURLToPath(new URL('hsqldb/', SCHOOL));

let database: TestDatabase;
let client: pg.Client;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  await mkdir(join(folder, 'conf'));
  await cp(
    fileURLToPath(new URL('security-hsqldb.xml', SCHOOL)),
    join(folder, 'conf', 'security.xml'),
  );
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `update system_property set value = 'school.example' where key = 'xmpp.domain'`,
  );
  environment = { DATABASE_URL: database.url, API_SCRAM_ITERATIONS: '4096' };
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const report = () => join(folder, 'report.ndjson');
/** Options of `action` win over the usual ones. */
const words = (action: string) => {
  const [verb, ...options] = action.split(' ');
  return `import openfire ${verb} --source ${source} --openfire-home ${folder} --report ${report()} --progress none ${options.join(' ')}`.trimEnd();
};
const doing = (action: string) => run(words(action), environment);

const FINISHED = /into this database is finished.* done again here, or .* into a new database/;

async function chatServerTables(): Promise<void> {
  const target = await Target.open({ url: database.url, engineUrl: null });
  await makeStores(target);
  await target.close();
}

it('moves a school: check, copy, catch-up, verify, finish', async () => {
  const without = await doing('check');
  expect(without.code).toBe(2);
  expect(without.out).toContain('The tables of the chat server are missing');
  await chatServerTables();
  const checked = await doing('check');
  expect(checked).toMatchObject({ code: 0, err: '' });
  expect(checked.out).toContain('8 of 8 encrypted passwords can be decrypted');
  expect((await run('import openfire finish', environment)).code).toBe(2);
  expect((await doing('catch-up')).code).toBe(2);
  const copied = await doing('copy');
  expect(copied).toMatchObject({ code: 3, err: '' });
  expect(copied.out).toMatch(/^accounts +11 +0 +11 +0$/m);
  expect((await doing('catch-up')).code).toBe(3);
  const { out } = await run('import openfire status --json', environment);
  expect(JSON.parse(out)).toMatchObject({ running: true, pass: 2 });
  expect(await doing('verify')).toMatchObject({ code: 0, err: '' });
  const entries = (await readFile(report(), 'utf8')).split('\n').filter((line) => line !== '');
  expect(entries).toEqual([]);
  expect((await stat(report())).mode & 0o777).toBe(0o600);
  expect((await run('migrate', environment)).err).toContain('import');
  expect((await run('import openfire finish', environment)).code).toBe(0);
  expect((await run('migrate', environment)).code).toBe(0);
  const { rows } = await client.query(
    `select details from audit_entry where summary = 'import finish'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].details).toContain('accounts=11');
  const [{ lines }] = (await client.query('select count(*)::integer as lines from room_message'))
    .rows as [{ lines: number }];
  expect(rows[0].details).toContain(`audit=4; messages=${lines}; offline=2`);
  const ofTarget = ['finish', 'abandon --yes', 'status'].map((verb) => `import openfire ${verb}`);
  for (const line of [...['check', 'copy', 'catch-up', 'verify'].map(words), ...ofTarget]) {
    const { code, out: told, err } = await run(line, environment);
    expect([line, code]).toEqual([line, line.endsWith('status') ? 0 : 2]);
    expect(told + err).toMatch(FINISHED);
  }
});

it('later lines need neither source nor options', async () => {
  await chatServerTables();
  const short = (verb: string) =>
    run(`import openfire ${verb} --report ${report()} --progress none`, environment);
  for (const verb of ['check', 'copy', 'catch-up', 'verify']) {
    expect(await short(verb)).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining('--source: names the source') },
    });
  }
  expect((await doing('copy --except pep --on-conflict keep')).code).toBe(3);
  expect(await short('catch-up')).toMatchObject({
    code: 3,
    out: expect.not.stringMatching(/^pep/m),
  });
  expect(await short('rehearse')).toMatchObject({
    code: 3,
    out: expect.not.stringMatching(/^pep/m),
  });
  // its own options win
  expect(
    (await run(`import openfire check --report ${report()} --domain x=y`, environment)).code,
  ).toBe(2);
  expect((await run('import xep-0227 check', environment)).err).toContain(
    '--source: names the file',
  );
  expect(await short('verify')).toMatchObject({
    ...{ code: 0, out: expect.not.stringMatching(/^pep/m) },
  });
  const known = await client.query<{ options: object }>('select options from moving.run');
  expect(known.rows[0]!.options).toEqual({
    ...{
      form: 'openfire',
      source: source.replace(/.$/, ''),
      openfireHome: folder,
      except: 'pep',
      onConflict: 'keep',
      report: report(),
    },
  });
  expect((await run('import openfire finish', environment)).code).toBe(0);
  const forgotten = await client.query('select options, secret from moving.run');
  expect(forgotten.rows).toEqual([{ options: { report: report() }, secret: null }]);
  expect((await short('catch-up')).code).toBe(2);
});

it('the role of the chat server is that of the setup', async () => {
  await chatServerTables();
  const { hostname, port, pathname, username, password } = new URL(database.appUrl);
  const base = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  await client.query(`grant usage on schema prosody to ${username};
    grant all on all tables in schema prosody to ${username};
    grant usage on all sequences in schema prosody to ${username}`);
  await mkdir(join(folder, 'prosody'));
  const conf = join(folder, 'chat-admin.conf');
  await writeFile(conf, '');
  const engine = join(folder, 'prosody/database');
  const login = `host=127.0.0.1 port=${port} dbname=NAME user=${username} password=${password}`;
  const named = { ...environment, CHAT_ADMIN_CONFIG: conf };
  expect([hostname, engineOfSetup(named, base)]).toEqual(['127.0.0.1', null]);
  await writeFile(engine, login.replace('NAME', 'another'));
  expect(engineOfSetup(named, base)).toBeNull();
  await writeFile(engine, login.replace('NAME', pathname.slice(1)));
  expect(engineOfSetup(named, base)).toBe(base);
  // a variable that is set to nothing names no folder
  const before = process.cwd();
  process.chdir(folder);
  expect(engineOfSetup({ ...environment, CHAT_ADMIN_CONFIG: '' }, base)).toBeNull();
  process.chdir(before);
  expect((await run(words('copy'), named)).code).toBe(3);
  const { rows } = await client.query(
    `select count(*)::integer as rows from prosody.prosody where store = 'blocklist'`,
  );
  expect(rows[0].rows).toBeGreaterThan(0);
});

it('the report explains, and holds no secret', async () => {
  await chatServerTables();
  expect((await doing('copy --dry-run')).code).toBe(3);
  expect((await client.query('select from account')).rowCount).toBe(0);
  expect((await doing('copy')).code).toBe(3);
  const text = await readFile(report(), 'utf8');
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries).toContainEqual({
    ...{ kind: 'accounts', name: 'admin', code: 'default-password' },
    text: 'its password is the default of Openfire',
  });
  const secrets = [
    'Chalk&Slate7',
    'quadro.negro',
    'origami9',
    'sample-secret-1',
    'sealed envelope',
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

it('what was here already is a conflict, unless it is kept or replaced', async () => {
  await chatServerTables();
  await client.query(`insert into account (username, name) values ('weber', 'Another one')`);
  const refused = await doing('copy');
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('1 names are here already');
  expect((await doing('copy --on-conflict keep')).code).toBe(3);
  const { rows } = await client.query(`select name from account where username = 'weber'`);
  expect(rows).toEqual([{ name: 'Another one' }]);
  expect(await client.query(`select from roster_item where owner = 'weber'`)).toMatchObject({
    rowCount: 0,
  });
  expect((await doing('verify --on-conflict keep')).code).toBe(0);
});

it('abandon leaves what was before', async () => {
  await chatServerTables();
  const tables = ['account', 'user_group', 'room', 'roster_item', 'vcard', 'audit_entry', 'roster'];
  const state = async () => [
    (await client.query('select key, value from system_property order by key')).rows,
    (await client.query('select * from chat_service order by name')).rows,
    (await client.query('select "user", store, key from prosody.prosody')).rows,
    (await client.query('select "user", store, key from prosody.prosodyarchive')).rows,
    ...(await Promise.all(
      tables.map(async (table) => (await client.query(`select * from ${table}`)).rows),
    )),
    (
      await client.query(
        `select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`,
      )
    ).rows,
    (
      await client.query(
        `select indexdef from pg_indexes where tablename = 'room_message' order by 1`,
      )
    ).rows,
  ];
  const before = await state();
  expect((await doing('copy')).code).toBe(3);
  await client.query(
    `insert into audit_entry (username, occurred_at, summary, node, details) values ('other', now(), '', '', '')`,
  );
  expect((await run('import openfire abandon', environment)).code).toBe(2);
  expect((await run('import openfire abandon --yes', environment)).code).toBe(0);
  const others = await client.query('delete from audit_entry returning username');
  expect(others.rows).toEqual([{ username: 'other' }]);
  expect(await state()).toEqual(before);
});

it('what an older version has begun is counted, and taken back', async () => {
  await chatServerTables();
  await client.query(
    `insert into audit_entry (username, occurred_at, summary, node, details) values ('other', now(), '', '', '')`,
  );
  const begun = async () => {
    expect((await doing('copy')).code).toBe(3);
    await client.query('drop table moving.entry; alter table moving.run drop column options');
  };
  const entries = () => client.query('select username, summary, details from audit_entry');
  await begun();
  expect((await run('import openfire abandon --yes', environment)).code).toBe(0);
  expect((await entries()).rows).toEqual([{ username: 'other', summary: '', details: '' }]);
  await begun();
  expect(await doing('verify')).toMatchObject({ code: 0, err: '' });
  await client.query('drop table moving.entry; alter table moving.run drop column options');
  expect((await run('import openfire finish', environment)).code).toBe(0);
  expect((await entries()).rows.at(-1).details).toContain('audit=4; ');
});

/** The database beside it that a rehearsal takes. */
async function besideIt(url: string): Promise<pg.Client> {
  const beside = new URL(url);
  beside.pathname += '_rehearsal';
  const there = new pg.Client(beside.href);
  await there.connect();
  return there;
}

it('a rehearsal does all of it elsewhere', async () => {
  const probe = join(folder, 'probe');
  const [name] = new URL(database.url).pathname.slice(1).split('?');
  // of somebody, then of a rehearsal that was killed
  await client.query(`create database ${name}_rehearsal`);
  const there = await besideIt(database.url);
  await there.query('create table public.theirs ()');
  await there.end();
  expect(await doing('rehearse')).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('is not empty') },
  });
  await client.query(`comment on database ${name}_rehearsal is 'rehearsal of chat-admin import'`);
  await writeFile(probe, 'weber:Prüfung🎓über\nnovak:lost-the-badge\ndubois:wrong\n');
  // as in the package, where the owner's address is in a file
  const owner = join(folder, 'database-migration-url');
  await writeFile(owner, database.url);
  const { code, err } = await run(words(`rehearse --probe ${probe}`), {
    ...environment,
    ...{ DATABASE_URL: database.appUrl, DATABASE_MIGRATION_URL_FILE: owner },
  });
  expect(err).toContain('weber can log in');
  expect(err).toContain('novak has this password, and is locked out');
  expect(err).toContain('dubois is refused');
  const lines = (await readFile(report(), 'utf8')).trim().split('\n');
  expect(new Set(lines).size).toBe(lines.length);
  expect(code).toBe(4);
  expect((await client.query('select from account')).rowCount).toBe(0);
  const made = await client.query(`select to_regnamespace('moving') as moving`);
  expect(made.rows).toEqual([{ moving: null }]);
  const { rowCount } = await client.query(
    `select from pg_database where datname like '%rehearsal'`,
  );
  expect(rowCount).toBe(0);
});

it('a role that may not do its part is told what it lacks', async () => {
  await chatServerTables();
  const services = { ...environment, DATABASE_URL: database.appUrl };
  const rehearsed = await run(words('rehearse'), services);
  expect(rehearsed).toMatchObject({
    code: 2,
    err: expect.stringMatching(/alter role .* createdb/),
  });
  const role = new URL(database.appUrl).username;
  const [name] = new URL(database.url).pathname.slice(1).split('?');
  await client.query(`create database ${name}_rehearsal`);
  expect(await run(words('rehearse'), services)).toMatchObject({
    ...{ code: 2, err: expect.stringMatching(/may make nothing .* owner to/) },
  });
  await client.query(`alter database ${name}_rehearsal owner to ${role}`);
  const there = await besideIt(database.appUrl);
  try {
    // of a rehearsal that was killed
    await there.query(`create table public.left_over (id integer generated always as identity);
      create type public.kind as enum ('one'); create domain public.number as integer;
      create function public.nothing() returns public.kind language sql as 'select null::public.kind';
      create view public.seen as select id from public.left_over; create schema rehearsal_of_chat_admin;
      create table rehearsal_of_chat_admin.left_over (kind public.kind)`);
    expect(await run(`${words('rehearse')} --only accounts,rosters`, services)).toMatchObject({
      ...{ code: 3, out: expect.stringContaining('No difference.') },
    });
    const { rows: left } = await there.query(
      `select relname from pg_class
       where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
       union all select nspname from pg_namespace where nspname !~ '^pg_'
       union all select typname from pg_type where typnamespace = 'public'::regnamespace and typtype <> 'b'`,
    );
    expect(left).toEqual([{ relname: 'public' }, { relname: 'information_schema' }]);
  } finally {
    await there.end();
    await client.query(`drop database ${name}_rehearsal with (force)`);
  }
  // all that an erasure needs
  await client.query(`grant usage on schema prosody to ${role};
    grant select, delete on all tables in schema prosody to ${role}`);
  const checked = await run(`${words('check')} --only blocks`, services);
  expect(checked).toMatchObject({ code: 2, out: expect.stringContaining('--engine-database') });
});

const RUNUSER = (url: string) => `#!${process.execPath}
const { Client } = require(${JSON.stringify(createRequire(import.meta.url).resolve('pg'))});
const client = new Client({ connectionString: ${JSON.stringify(url)} });
const sql = require('node:fs').readFileSync(0, 'utf8');
client.connect().then(() => client.query(sql)).then(() => client.end());
`;

needsRoot(it, 'a rehearsal by root')(
  'root rehearses without a right of the owner to make databases, where a setup has made this one',
  async () => {
    const { hostname, port, pathname, username, password } = new URL(database.appUrl);
    await mkdir(join(folder, 'prosody'));
    await writeFile(
      join(folder, 'prosody/database'),
      `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`,
    );
    const superuser = new URL(database.url);
    superuser.pathname = '/postgres';
    await writeFile(join(folder, 'runuser'), RUNUSER(superuser.href), { mode: 0o755 });
    const named = {
      ...{ ...environment, DATABASE_URL: database.appUrl },
      ...{ CHAT_ADMIN_CONFIG: join(folder, 'chat-admin.conf'), PATH: folder },
    };
    await writeFile(named.CHAT_ADMIN_CONFIG, '');
    expect(await run(words('rehearse'), named)).toMatchObject({
      ...{ code: 3, out: expect.stringContaining('No difference.') },
    });
    const { rowCount } = await client.query(
      `select from pg_database where datname like '%rehearsal'`,
    );
    expect(rowCount).toBe(0);
  },
);

it('a login that the target refuses is told with the line that PGPASSFILE lacks', async () => {
  const { host, pathname } = new URL(database.url);
  const line = `${host}${pathname}:nobody:PASSWORD`.replace('/', ':');
  const engine = `--engine-database postgres://nobody@${host}${pathname}`;
  const refused = { code: 2, out: '', err: expect.stringContaining(`with the line ${line}\n`) };
  expect(await doing(`check ${engine}`)).toMatchObject(refused);
  const out = join(folder, 'out');
  expect(await run(`export xep-0227 --out ${out} ${engine}`, environment)).toMatchObject(refused);
});

it('abandon says that it wants the role of the chat server, and changes nothing without', async () => {
  await chatServerTables();
  expect((await doing('copy')).code).toBe(3);
  const role = new URL(database.appUrl).username;
  await client.query(`
    grant all on schema public, moving, engine to ${role};
    grant all on all tables in schema public, moving to ${role};
    grant usage on schema prosody to ${role}`);
  const services = { ...environment, DATABASE_URL: database.appUrl };
  const refused = { code: 2, err: expect.stringContaining('--engine-database') };
  expect(await run('import openfire abandon --yes', services)).toMatchObject(refused);
  expect((await client.query('select from account')).rowCount).toBe(11);
});

it('neither finish nor verify follows a pass that was interrupted', async () => {
  await chatServerTables();
  expect((await doing('copy')).code).toBe(3);
  await client.query(`update moving.progress set done = false where kind = 'blocks'`);
  for (const line of [words('verify'), 'import openfire finish']) {
    const refused = { code: 2, err: expect.stringContaining('Not finished: blocks') };
    expect(await run(line, environment)).toMatchObject(refused);
  }
});

it('verify finds what was deleted there since', async () => {
  const files = join(folder, 'embedded-db');
  await cp(source, files, { recursive: true });
  const line = (verb: string) => `${words(verb)} --source ${files} --only accounts`;
  expect((await run(line('copy'), environment)).code).toBe(3);
  expect((await run(line('verify'), environment)).code).toBe(0);
  const script = join(files, 'openfire.script');
  const text = await readFile(script, 'utf8');
  await writeFile(script, text.replace(/^INSERT INTO OFUSER VALUES\('tanaka'.*\n/m, ''));
  expect((await run(line('verify'), environment)).code).toBe(4);
  expect(await readFile(report(), 'utf8')).toContain('1 here are gone there');
  expect((await run(line('catch-up'), environment)).code).toBe(3);
  expect((await run(line('verify'), environment)).code).toBe(0);
});

it('check names what cannot come along, at most ten of a sort, and a rename brings it', async () => {
  await chatServerTables();
  const domainIs = (name: string) =>
    client.query(`update system_property set value = $1 where key = 'xmpp.domain'`, [name]);
  expect((await doing('check')).out).toContain('Nothing stands in the way');
  await domainIs('new.example');
  expect((await doing('check --domain school.example=new.example')).out).toMatch(
    /^warning +--domain changes addresses in .*; texts, .* keep the former domain$/m,
  );
  await domainIs('school.example');
  const files = join(folder, 'embedded-db');
  await cp(source, files, { recursive: true });
  const script = join(files, 'openfire.script');
  const bad = '00:1a:2b:3c';
  const contacts = Array.from(
    { length: 12 },
    (_, n) =>
      `INSERT INTO OFROSTER VALUES(${900 + n},'novak','a:${10 + n}@school.example',0,-1,-1,NULL,NULL)`,
  );
  const text = (await readFile(script, 'utf8'))
    .replace(`OFUSER VALUES('tanaka'`, `OFUSER VALUES('${bad}'`)
    .replace(`OFGROUPUSER VALUES('Teachers','haddad'`, `OFGROUPUSER VALUES('Teachers','${bad}'`)
    .replace(`VALUES(2,'silva@`, `VALUES(2,'${bad}@`)
    .replace(`'001795350167751','garden'`, `'001795350167751','o.neil/x@y'`);
  await writeFile(script, `${text}SET SCHEMA PUBLIC\n${contacts.join('\n')}\n`);
  const { code, out } = await run(`${words('check')} --source ${files}`, environment);
  expect(code).toBe(0);
  const provider = (kind: string, name: string) =>
    `INSERT INTO OFPROPERTY VALUES('provider.${kind}.className','org.jivesoftware.openfire.${name}',0,NULL)`;
  const providers = [
    provider('user', 'ldap.LdapUserProvider'),
    provider('group', 'group.JDBCGroupProvider'),
  ];
  const withProviders = join(folder, 'elsewhere');
  await cp(files, withProviders, { recursive: true });
  await writeFile(
    join(withProviders, 'openfire.script'),
    `${text}SET SCHEMA PUBLIC\n${providers.join('\n')}\n`,
  );
  const checking = `${words('check')} --source ${withProviders} --report ${join(folder, 'elsewhere.ndjson')}`;
  const elsewhere = await run(checking, environment);
  expect(elsewhere.code).toBe(2);
  expect(elsewhere.out).toMatch(
    /^fault +People lie in a directory: chat-admin directory from-openfire writes its file/m,
  );
  expect(elsewhere.out).toMatch(/^fault +Data lie elsewhere: provider.group.className=.*JDBC/m);
  expect(elsewhere.out).not.toContain('Ldap');
  const accepted = await run(`${checking} --accept-foreign-providers`, environment);
  expect(accepted.code).toBe(0);
  expect(accepted.out).toMatch(/^warning +People lie in a directory/m);
  expect(out).not.toContain('Nothing stands in the way');
  const warnings = out.split('\n').filter((line) => line.includes('cannot come along'));
  expect(warnings).toEqual(
    [
      `1 of the accounts cannot come along: ${bad}`,
      `1 of the memberships of groups cannot come along: Teachers (no JID: ${bad})`,
      `1 of the rooms cannot come along: o.neil/x@y@clubs`,
      `1 of the memberships of rooms cannot come along: staffroom@conference (no JID: ${bad}@school.example)`,
      `12 of the contacts cannot come along: ${Array.from({ length: 10 }, (_, n) => `novak (no JID: a:${10 + n}@school.example)`).join(', ')}, …`,
    ].map((one) => `warning  ${one}: see the report; --rename old=new brings them`),
  );
  const entries = (await readFile(report(), 'utf8')).trim().split('\n');
  expect(entries).toHaveLength(16);
  const file = join(folder, 'names');
  const told = Array.from({ length: 12 }, (_, n) => `a:${10 + n}@school.example=a${10 + n}`);
  await writeFile(file, `${told.join('\n')}\no.neil/x@y@clubs=oneil\n`);
  const line = (verb: string) => `${words(verb)} --source ${files} --rename-file ${file}`;
  const refused = async (more: string) => {
    const { code: exit, err } = await run(`${line('copy')} ${more}`, environment);
    expect([exit, (await client.query('select from account')).rowCount]).toEqual([2, 0]);
    return err.trim().split('\n');
  };
  expect(
    await refused(`--rename ${bad}=weber --rename nobody=x weber=a:b a:10@school.example=y`),
  ).toEqual([
    '--rename weber=a:b: no account can have the name a:b',
    `${file}, line 1, a:10@school.example=a10: it has another name by an earlier line`,
    `--rename ${bad}=weber: the account weber of the source has the name weber`,
    '--rename nobody=x: the source names no account, room or contact nobody',
  ]);
  expect(await refused('--rename nothing')).toEqual([expect.stringContaining('form old=new')]);
  expect(await refused('--rename-file nowhere')).toEqual([expect.stringContaining('nowhere')]);
  const checked = await run(`${line('check')} --rename ${bad}=room-3c`, environment);
  expect(checked.out).toContain('Nothing stands in the way');
  expect((await run(`${line('copy')} --rename ${bad}=room-3c`, environment)).code).toBe(3);
  const renamed = (await readFile(report(), 'utf8')).match(/^.*"renamed".*$/gm);
  expect(renamed).toEqual([
    expect.stringContaining('it is room-3c here'),
    expect.stringContaining('it is oneil here'),
  ]);
  // from here on the database knows them
  const short = (verb: string) =>
    run(`import openfire ${verb} --report ${report()} --progress none`, environment);
  const late = await short('catch-up --rename silva=s');
  expect([late.code, late.err]).toEqual([2, expect.stringContaining('has begun without it')]);
  const caughtUp = await run(`${words('catch-up')} --source ${files}`, environment);
  expect(caughtUp.out).toMatch(/^accounts +11 +0 +0 +0$/m);
  expect(caughtUp.out).toMatch(/^rosters +\d+ +0 +0 +0$/m);
  expect(await short('verify')).toMatchObject({ code: 0, err: '' });
  const { rows } = await client.query(
    `select array[
       (select group_name from group_member where jid = 'room-3c@school.example'),
       (select name from room join room_affiliation on id = room_id where jid = 'room-3c@school.example' limit 1),
       (select name from room where service = 'clubs' and name = 'oneil')] as named,
       (select count(*)::integer from roster_item where owner = 'novak' and jid ~ '^a1[0-9]@|^a2[01]@') as contacts`,
  );
  expect(rows).toEqual([{ named: ['Teachers', 'staffroom', 'oneil'], contacts: 12 }]);
  expect((await short('rehearse')).code).toBe(3);
});

it('a target that is not prepared is told how, and what does not exist stays so', async () => {
  const empty = await emptyDatabase();
  try {
    const there = { ...environment, DATABASE_URL: empty.url };
    for (const verb of ['check', 'copy', 'catch-up', 'verify', 'rehearse']) {
      expect(await run(words(verb), there)).toMatchObject({
        ...{ code: 2, out: '' },
        err: expect.stringMatching(/^The target is not prepared: run ".*migrate" first/),
      });
    }
    expect((await run('import openfire status', there)).out).toContain('No import is running');
    for (const verb of ['finish', 'abandon --yes']) {
      expect((await run(`import openfire ${verb}`, there)).code).toBe(2);
    }
  } finally {
    await empty.drop();
  }
});

it('openfire.xml names the source; only newer lines; new passwords where there are none', async () => {
  await chatServerTables();
  await cp(source, join(folder, 'embedded-db'), { recursive: true });
  await writeFile(
    join(folder, 'conf', 'openfire.xml'),
    `<jive><connectionProvider><className>org.jivesoftware.database.EmbeddedConnectionProvider</className></connectionProvider>
     <adminConsole><authorizedUsernames>weber</authorizedUsernames></adminConsole></jive>`,
  );
  const script = join(folder, 'embedded-db', 'openfire.script');
  const date = `'001795350166335'`;
  const text = await readFile(script, 'utf8');
  const table = /CREATE MEMORY TABLE PUBLIC.OFUSER\(.*/.exec(text)![0];
  const withOne = (rest: string) =>
    writeFile(script, `${rest}SET SCHEMA PUBLIC\n${accountRow(table, date)}\n`);
  const file = join(folder, 'new-passwords');
  const line = (action: string) =>
    run(
      `import openfire ${action} --openfire-home ${folder} --report ${report()} --progress none --messages-since 2100-01-01 --new-passwords ${file}`,
      environment,
    );
  await withOne(text.replace(/^INSERT INTO OFUSER VALUES.*\n/gm, ''));
  expect((await line('check')).out).toContain('No keys have to be derived');
  await withOne(text);
  const checked = await line('check');
  expect(checked).toMatchObject({ code: 0, err: '' });
  expect(checked.out).toMatch(/MB are free/);
  expect(await line('copy')).toMatchObject({ code: 3, err: '' });
  expect((await line('catch-up')).code).toBe(3);
  expect(await line('verify')).toMatchObject({ code: 0, err: '' });
  expect((await client.query('select from room_message')).rowCount).toBe(0);
  const { rows } = await client.query(
    `select value from system_property where key = 'admin.authorizedJIDs'`,
  );
  expect(rows[0].value.split(',')).toContain('weber@school.example');
  expect(await readFile(file, 'utf8')).toMatch(/^none:[\w-]{20}\n$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const told = await client.query(`select engine.credentials('none') as keys`);
  expect(told.rows[0].keys).toMatchObject({ sha1: expect.anything(), sha256: expect.anything() });
});

/** A row of an account with neither password nor keys. */
function accountRow(columns: string, date: string): string {
  const names = [...columns.matchAll(/[(,](\w+) (?:CHAR|VARCHAR|INTEGER)/g)].map(
    ([, name]) => name!,
  );
  const values = names.map((name) =>
    name === 'USERNAME' ? `'none'` : name.endsWith('DATE') ? date : 'NULL',
  );
  return `INSERT INTO OFUSER VALUES(${values.join(',')})`;
}

it.each([
  ['copy --only everything', 'none of'],
  ['copy --jobs 0', '--jobs'],
  ['copy --on-conflict maybe', '--on-conflict'],
  ['copy --domain old', '--domain'],
  ['check --domain school.example=other.example', 'school.example'],
  ['copy --domain old.example=school.example', '--domain'],
  ['copy --openfire-home /dev', 'neither conf/security.xml nor'],
  ['copy --source jdbc:postgresql://localhost/openfire', 'postgres://ROLE@HOST/DATABASE'],
])('%s is refused', async (action, text) => {
  if (action.startsWith('check')) {
    await client.query(
      `update system_property set value = 'else.example' where key = 'xmpp.domain'`,
    );
  }
  const { code, err } = await doing(action);
  expect(code).toBe(2);
  expect(err).toContain(text);
});

it('the page of the import explains each option, and no other', async () => {
  const page = fileURLToPath(new URL('../../../docs/moving-from-openfire.md', import.meta.url));
  const [, options = ''] = (await readFile(page, 'utf8')).split('## Options');
  const [section = ''] = options.split(/^## /m);
  const rows = section.split('\n').filter((line) => line.startsWith('| `--'));
  const explained = rows.flatMap((row) => row.split('|')[1]!.match(/--[a-z-]+/g)!);
  const program = programOf(async () => undefined);
  const openfire = program.commands
    .find((one) => one.name() === 'import')!
    .commands.find((one) => one.name() === 'openfire')!;
  const there = openfire.commands.flatMap((one) => one.options.map(({ long }) => long!));
  expect(explained.sort()).toEqual([...new Set(there)].sort());
});

it('a login that the source refuses is told apart from a source that fails', async () => {
  const there = new URL(database.url);
  there.password = '';
  const line = `import openfire check --source ${there.href}`;
  const refused = { code: 2, err: expect.stringContaining('--source-password-file') };
  expect(await run(line, environment)).toMatchObject(refused);
  const password = join(folder, 'password');
  await writeFile(password, 'wrong');
  const wrong = await run(`${line} --source-password-file ${password}`, environment);
  expect(wrong).toMatchObject(refused);
  there.port = '1';
  const failed = await run(`import openfire check --source ${there.href}`, environment);
  expect(failed.code).toBe(6);
});

it.each([
  '--source postgres://reader:secret@localhost/openfire',
  '--source postgres://reader@localhost/openfire?sslmode=disable&password=secret',
  '--source mysql://reader@localhost/openfire?password1=secret',
  '--database postgres://owner@localhost/chat?%70assword=secret',
  '--engine-database postgres://chat@localhost/chat?password=secret',
])('a password is no argument: %s', async (option) => {
  const [name] = option.split(' ');
  const line = name === '--source' ? `import openfire check ${option}` : words(`check ${option}`);
  const { code, err } = await run(line, environment);
  expect([code, err]).toEqual([
    ...[2, expect.stringContaining(`${name}: passwords are no arguments`)],
  ]);
});

it('an import without a source ends with 2', async () => {
  expect((await run('import openfire check', environment)).code).toBe(2);
});
