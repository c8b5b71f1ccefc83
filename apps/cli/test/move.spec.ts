import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsRoot } from '@chat-admin/debian-programs/suite-needs';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { openfiresIn } from '../src/commands/move/machine.js';
import { Dialogue } from '../src/commands/move/dialogue.js';
import { atWork, untilStopped } from '../src/commands/move/old-server.js';
import type { SourceOptions } from '../src/commands/move/old-server.js';
import { PORTS_BESIDE, SHARED_PORTS } from '../src/commands/move/ports.js';
import { UnusableWord } from '../src/outcome/failures.js';
import type { Terminal } from '../src/program/action.js';
import { runCommandLine } from '../src/program/command-line.js';

const SCHOOL = fileURLToPath(new URL('../../../libs/moving/test/openfire-5.0.5/', import.meta.url));

let database: TestDatabase;
let client: pg.Client;
let folder: string;
let environment: NodeJS.ProcessEnv;
const before = process.cwd();

beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'move-'));
  process.chdir(folder);
  await mkdir('home/conf', { recursive: true });
  await mkdir('bin');
  await putSystemctl('#!/bin/sh\nexit 1\n');
  await cp(join(SCHOOL, 'security-hsqldb.xml'), 'home/conf/security.xml');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `update system_property set value = 'school.example' where key = 'xmpp.domain'`,
  );
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  environment = { DATABASE_URL: database.url, API_SCRAM_ITERATIONS: '4096', PATH: path };
});
afterEach(async () => {
  process.chdir(before);
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Never that of the machine. */
async function putSystemctl(script: string): Promise<void> {
  await writeFile('bin/systemctl', script);
  await chmod('bin/systemctl', 0o755);
}

const SOURCE = 'home/embedded-db';
const putSource = (name: 'hsqldb' | 'hsqldb-running') =>
  cp(join(SCHOOL, name), SOURCE, { recursive: true });

async function chatServerTables(): Promise<void> {
  const target = await Target.open({ url: database.url, engineUrl: null });
  await makeStores(target);
  await target.close();
}

/** Answers by what questions begin with; the end of input where none fits. Others take what is proposed. */
type Answers = Readonly<Record<string, string | null | (() => Promise<void>)>>;

interface Walk {
  readonly code: number;
  readonly text: string;
  readonly questions: readonly string[];
}

async function walk(
  words: string,
  answers: Answers | null,
  print = (_: string) => {},
): Promise<Walk> {
  let text = '';
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    const found = Object.entries(answers!).find(([start]) => question.startsWith(start));
    const answer = found === undefined ? '' : found[1];
    if (answer === null) throw new UnusableWord('No answer');
    if (typeof answer === 'string') return answer;
    await answer();
    return '';
  };
  const tell = (more: string) => {
    text += more;
    print(more);
  };
  const code = await runCommandLine(words.split(' '), {
    environment,
    print: tell,
    complain: tell,
    askSecret: () => Promise.reject(new UnusableWord('No secret')),
    ...(answers === null ? {} : { ask }),
  });
  return { code, text, questions };
}

const ELSEWHERE = { 'There is an Openfire': 'n', Source: SOURCE };
const people = async () => (await client.query('select from account')).rowCount;

it('moves a school: asks for the folder, checks, copies, waits for the old server, compares, ends', async () => {
  await Promise.all([putSource('hsqldb-running'), chatServerTables()]);
  let waited = 0;
  const stopped = async () => {
    await rm(SOURCE, { recursive: true });
    await putSource('hsqldb');
  };
  const stopping: Promise<void>[] = [];
  const { code, text, questions } = await walk('move', ELSEWHERE, (more) => {
    if (!more.includes('Waiting until Openfire')) return;
    waited += 1;
    stopping.push(stopped());
  });
  await Promise.all(stopping);
  expect([code, waited]).toEqual([0, 1]);
  expect(questions.some((one) => one.startsWith("Openfire's folder"))).toBe(true);
  const order = ['check', 'copy', 'catch-up', 'verify', 'finish'].map((verb) =>
    text.indexOf(`import openfire ${verb}\n`),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  expect(text).toContain('No difference.');
  expect(text).toMatch(/To think about:\n +Its files are of a running server/);
  expect(text).toMatch(/\nTo do\n[^]*The default password of Openfire: admin\n[^]*\nkind +moved\n/);
  expect(await people()).toBe(11);
  const { rows } = await client.query('select state from moving.run');
  expect(rows).toEqual([{ state: 'finished' }]);
});

it('goes on after whatever was said last, and needs no options for it', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  const words = `move --source ${SOURCE} --openfire-home home`;
  const nothing = await walk(words, { 'Copy now': null });
  expect(nothing).toMatchObject({ code: 5, text: expect.stringMatching(/To go on: .*move\n$/) });
  expect(await people()).toBe(0);
  const running = await walk(words, { 'Are the services': 'n' });
  expect(running).toMatchObject({ code: 5, text: expect.stringContaining('Stop them first.') });
  const copied = await walk(words, { 'Switch now': null });
  expect(copied).toMatchObject({ code: 5, text: expect.stringMatching(/To go on: .*move\n$/) });
  expect(await people()).toBe(11);
  await client.query(`update moving.progress set done = false where kind = 'contacts'`);
  await mkdir('elsewhere');
  process.chdir('elsewhere');
  const later = await walk('move', { 'Switch now': 'n', 'Catch up?': 'n' });
  expect(later).toMatchObject({ code: 0, text: expect.stringContaining('it goes on') });
  const report = join(folder, 'moving-report.ndjson');
  const plain = await walk('import openfire catch-up --progress none', null);
  expect(plain).toMatchObject({ code: 3, text: expect.stringContaining(`Report: ${report}\n`) });
  const ended = await walk('import', {});
  expect(ended).toMatchObject({ code: 0, text: expect.stringContaining('No difference.') });
  expect(ended.text).not.toContain('Check');
  expect((await walk('move', {})).text).toContain(`changed or left behind: ${report}\n`);
  expect(await readdir('.')).toEqual(['moving-verify.ndjson']);
});

it('asks nothing without a terminal, and names the next command', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  for (const words of ['move', 'import', `move --source ${SOURCE}`]) {
    expect(await walk(words, null)).toMatchObject({
      ...{ code: 2, text: expect.stringMatching(/There is no terminal.*import openfire check\n$/) },
    });
  }
  const moved = await walk(`move --yes --source ${SOURCE} --openfire-home home`, null);
  expect(moved).toMatchObject({ code: 0, text: expect.stringContaining('No difference.') });
  expect((await walk('move', null)).text).toContain('import openfire status\n');
});

it('refuses what the check refuses, before anything is changed', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  await client.query(`insert into account (username) values ('weber')`);
  const refused = await walk(`move --source ${SOURCE}`, {});
  expect(refused.code).toBe(2);
  expect(refused.text).toMatch(/Stands in the way:\n(.*\n)*? +1 names are here already/);
  expect(await people()).toBe(1);
  expect((await walk('move --source /nowhere', {})).code).toBe(2);
});

it('says what differs, and does not end then', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  await walk(`move --source ${SOURCE} --openfire-home home`, { 'Switch now': null });
  await client.query(`update room_message set body = 'x'`);
  const differs = await walk('move', {});
  expect(differs).toMatchObject({ code: 4, text: expect.stringContaining('Something differs') });
  expect(differs.text).toMatch(
    /systemctl enable --now openfire .*\n.*explained: .*import openfire finish, then .*move\n/,
  );
  expect((await walk('import openfire finish', null)).code).toBe(0);
  const ended = await walk('move', {});
  expect(ended).toMatchObject({ code: 0, text: expect.stringContaining('is finished') });
  await client.query(`drop schema moving cascade; drop schema prosody cascade`);
});

it('makes passwords for those who have none', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  await walk(`move --yes --source ${SOURCE} --openfire-home home`, null);
  await client.query(`delete from account_credential where username in ('silva', 'weber')`);
  const told = await walk('move', { '2 people have no password': 'n' });
  expect(told.text).toMatch(/Nobody can sign in as these .*: silva, weber\n/);
  await walk('move', { '2 people have no password': 'y' });
  const lines = (await readFile('moving-passwords', 'utf8')).trim().split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual(['silva', 'weber']);
  expect((await stat('moving-passwords')).mode & 0o777).toBe(0o600);
  const { rowCount } = await client.query(
    `select from account_credential where username in ('silva', 'weber')`,
  );
  expect(rowCount).toBe(2);
  expect((await walk('move', {})).questions).toEqual([]);
});

/** Notes what it is asked to do. Of the units, these are so. */
const systemctl = (answers: string) => `#!/bin/sh
echo "$@" >>"$(dirname "$0")/../done"
case "$1 $3" in
  ${answers}) exit 0 ;;
  is-*|cat*) exit 3 ;;
esac
`;
const OF_PACKAGES = `'is-active chat-admin'|'is-enabled chat-admin'|'is-enabled prosody'|'is-active openfire'|cat*`;
const changes = async () =>
  (await readFile('done', 'utf8'))
    .split('\n')
    .filter((line) => /^(start|restart|stop|disable)/.test(line));
const asRoot = needsRoot(it, 'a guided move with units');

asRoot('stops and starts the units, and makes tables by a start of the chat server', async () => {
  await putSource('hsqldb');
  await putSystemctl(systemctl(OF_PACKAGES));
  await writeFile('home/conf/openfire.xml', '<jive/>');
  const words = ['-e', 'process.stdin.resume()', '--', `-DopenfireHome=${join(folder, 'home')}`];
  const openfire = spawn(process.execPath, words, { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(openfire, 'spawn');
  const { code, text } = await walk(`move --source ${SOURCE} --openfire-home home`, {
    'The chat server has not': chatServerTables,
  });
  openfire.kill();
  await once(openfire, 'exit');
  expect([code, text.includes('Not started')]).toEqual([0, false]);
  expect(await changes()).toEqual([
    ...['restart prosody', 'stop prosody', 'stop chat-admin'],
    ...['disable --now openfire', 'stop chat-admin', 'start prosody'],
  ]);
});

asRoot('leaves an Openfire alone that is not the source', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  await putSystemctl(systemctl(OF_PACKAGES));
  const { code, text } = await walk(`move --yes --source ${SOURCE} --openfire-home home`, null);
  expect(code).toBe(0);
  expect(text).toMatch(
    /does not seem to be the source\..* \[y\/N\] \(--yes\)\nAt the old server: /,
  );
  expect((await changes()).filter((line) => line.includes('openfire'))).toEqual([]);
});

asRoot('starts what it has stopped, enabled or not, and names the rest', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  const state = `is-active\\ chat-admin-api) test ! -e "$(dirname "$0")/../stopped"; exit ;;
  stop*) touch "$(dirname "$0")/../stopped" ;;
  cat\\ chat-admin*|show*`;
  await putSystemctl(systemctl(state));
  const { code, text } = await walk(`move --source ${SOURCE} --openfire-home home`, {});
  expect(code).toBe(0);
  expect(await changes()).toEqual(['stop chat-admin-api', 'start chat-admin-api']);
  expect(text).toContain('with the machine either: chat-admin-userservice\n');
});

it('finds the Openfires of a machine, those that run first', async () => {
  expect(await openfiresIn(folder)).toEqual([]);
  for (const home of ['usr/share/openfire', 'opt/openfire', 'odd/place']) {
    await mkdir(join(home, 'conf'), { recursive: true });
    await writeFile(join(home, 'conf/openfire.xml'), '<jive/>');
  }
  await mkdir('proc/17', { recursive: true });
  const running = join(folder, 'odd/place');
  await writeFile('proc/17/cmdline', `java\0-server\0-DopenfireHome=${running}\0-jar\0`);
  expect(await openfiresIn(folder)).toEqual([
    { home: running, isRunning: true },
    { home: join(folder, 'usr/share/openfire'), isRunning: false },
    { home: join(folder, 'opt/openfire'), isRunning: false },
  ]);
});

const optionsOf = (source: string, more: Partial<SourceOptions> = {}): SourceOptions => ({
  ...{ form: 'openfire', source, report: '', progress: '' },
  ...more,
});

it('sees whether the old server is at work', async () => {
  const of = (source: string) => atWork(optionsOf(source));
  expect(await of('/nowhere')).toBeNull();
  expect(await of('mysql://reader@127.0.0.1:1/openfire')).toBeNull();
  expect(await of('postgres://reader@127.0.0.1:1/openfire')).toBeNull();
  await putSource('hsqldb-running');
  expect(await of(SOURCE)).toEqual([`${SOURCE}/openfire.properties does not say modified=no`]);
  await putSource('hsqldb');
  expect(await of(SOURCE)).toEqual([]);
});

it('names who is connected to its PostgreSQL, as a role that may only read sees it', async () => {
  const { host, pathname, searchParams } = new URL(database.url);
  expect([...searchParams]).toEqual([]);
  const role = `reader_${randomUUID().slice(0, 8)}`;
  await client.query(`set application_name = 'old server'`);
  await client.query(`create role ${role} login password 'read'`);
  await client.query(`grant connect on database ${pathname.slice(1)} to ${role}`);
  try {
    await writeFile('password', 'read');
    const of = (user: string) =>
      atWork(
        optionsOf(`postgres://${user}@${host}${pathname}`, { sourcePasswordFile: 'password' }),
      );
    expect(await of(role)).toEqual([expect.stringMatching(/^old server as \w+ .*process \d+\)$/)]);
    await client.end();
    expect(await of(role)).toEqual([]);
  } finally {
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`drop owned by ${role}; drop role ${role}`);
  }
});

it('lets somebody decide where the old server does not end, or cannot be seen', async () => {
  await putSource('hsqldb-running');
  const looks = { looks: 2, everyMs: 1 };
  const asked: string[] = [];
  const wait = async (source: string, more: Partial<SourceOptions>, ...answers: string[]) => {
    asked.length = 0;
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift() ?? '';
    };
    const terminal = { print: () => {}, ask } as unknown as Terminal;
    const options = optionsOf(source, more);
    return untilStopped(options, Dialogue.of(terminal, more.yes ?? false, ''), looks);
  };
  const mysql = 'mysql://reader@127.0.0.1:1/openfire';
  await wait(SOURCE, {}, 'n', 'y');
  expect(asked).toEqual(Array(2).fill('Go on all the same? [y/N] '));
  await wait(mysql, {}, 'n', 'y');
  expect(asked).toEqual(Array(2).fill('Is Openfire stopped? [Y/n] '));
  for (const source of [SOURCE, mysql]) {
    const refused = wait(source, { yes: true });
    await expect(refused).rejects.toThrow(/move --yes --source-is-stopped/);
    await wait(source, { yes: true, sourceIsStopped: true });
    await wait(source, { sourceIsStopped: true });
    expect(asked).toEqual([]);
  }
});

it('does not end a move by --yes where the source may still be at work', async () => {
  await chatServerTables();
  const user = `<user name="ann" password="a long password"/>`;
  const data = `<host jid="school.example">${user}</host>`;
  await writeFile('people.xml', `<server-data xmlns="urn:xmpp:pie:0">${data}</server-data>`);
  const stopped = await walk('move --yes --source people.xml', null);
  expect(stopped).toMatchObject({
    ...{ code: 5, text: expect.stringMatching(/move --yes --source-is-stopped,[^]*To go on: /) },
  });
  expect(stopped.text).not.toContain('== Catch-up');
  expect((await walk('move --yes --source-is-stopped', null)).code).toBe(0);
  expect(await people()).toBe(1);
});

it('advises ports that nothing else has', async () => {
  const docs = new URL('../../../docs/', import.meta.url);
  const settings = await readFile(new URL('settings.md', docs), 'utf8');
  const defaults = [...settings.matchAll(/^\| `\w*PORT` +\| `(\d+)`/gm)].map(([, port]) => port);
  expect(defaults).toEqual(expect.arrayContaining(['9090', '9190', '9091', '9191', '5280']));
  const advised = [...PORTS_BESIDE.matchAll(/(\w+)=(\d+)/g)];
  expect(advised.map(([, name]) => name)).toEqual(['API_PORT', 'LEGACY_PORT']);
  const guide = await readFile(new URL('moving-from-openfire.md', docs), 'utf8');
  for (const [setting, , port] of advised) {
    expect([...defaults, ...SHARED_PORTS.map(String)]).not.toContain(port);
    expect(guide).toContain(`\`${setting}\``);
  }
});

it('goes on with --yes-remove where a pass would remove much', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  const file = `${SOURCE}/openfire.script`;
  const script = await readFile(file, 'utf8');
  const row = (n: number) => `INSERT INTO OFPROPERTY VALUES('made.${n}','x',0,NULL)\n`;
  const made = Array.from({ length: 30 }, (_, n) => row(n)).join('');
  await writeFile(file, script.replace(/^(?=INSERT INTO OFPROPERTY )/m, made));
  const words = `move --source ${SOURCE} --openfire-home home --properties made.`;
  await walk(words, { 'Switch now': null });
  await writeFile(file, script);
  const stopped = await walk('move', {});
  expect(stopped).toMatchObject({
    ...{ code: 6, text: expect.stringMatching(/To go on: .*move --yes-remove\n$/) },
  });
  expect((await walk('move --yes-remove', {})).code).toBe(0);
});

it('says that the report is not here, rather than that nothing is to do', async () => {
  await Promise.all([putSource('hsqldb'), chatServerTables()]);
  await walk(`move --yes --source ${SOURCE} --openfire-home home`, null);
  await rm('moving-report.ndjson');
  const { text } = await walk('move', {});
  expect(text).toMatch(/To do\nThe report .* cannot be read \(ENOENT\): .*moving-report\.ndjson\n/);
});
