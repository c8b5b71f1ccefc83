import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { openfiresIn } from '../src/commands/move/machine.js';
import { isAtWork } from '../src/commands/move/old-server.js';
import { UnusableWord } from '../src/outcome/failures.js';
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
  const later = await walk('move', { 'Switch now': 'n', 'Catch up?': 'n' });
  expect(later).toMatchObject({ code: 0, text: expect.stringContaining('it goes on') });
  const ended = await walk('import', {});
  expect(ended).toMatchObject({ code: 0, text: expect.stringContaining('No difference.') });
  expect(ended.text).not.toContain('Check');
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

/** Notes what it is asked to do. */
const SYSTEMCTL = `#!/bin/sh
echo "$@" >>"$(dirname "$0")/../done"
case "$1 $3" in
  'is-active chat-admin'|'is-enabled chat-admin'|'is-enabled prosody'|'is-active openfire') exit 0 ;;
  is-*) exit 3 ;;
esac
`;

(process.getuid?.() === 0 ? it : it.skip)(
  'root stops and starts the units, and makes tables by a start of the chat server',
  async () => {
    await putSource('hsqldb');
    await putSystemctl(SYSTEMCTL);
    const words = `move --source ${SOURCE} --openfire-home home`;
    const { code } = await walk(words, { 'The chat server has not': chatServerTables });
    expect(code).toBe(0);
    const done = (await readFile('done', 'utf8')).split('\n');
    expect(done.filter((line) => /^(start|stop|disable)/.test(line))).toEqual([
      ...['start prosody', 'stop prosody', 'stop chat-admin'],
      ...['disable --now openfire', 'stop chat-admin', 'start prosody'],
    ]);
  },
);

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

it('sees whether the old server is at work', async () => {
  const of = (source: string) => isAtWork({ form: 'openfire', source, report: '', progress: '' });
  expect(await of('/nowhere')).toBeNull();
  expect(await of('mysql://reader@127.0.0.1:1/openfire')).toBeNull();
  expect(await of('postgres://reader@127.0.0.1:1/openfire')).toBeNull();
  await putSource('hsqldb-running');
  expect(await of(SOURCE)).toBe(true);
  await putSource('hsqldb');
  expect(await of(SOURCE)).toBe(false);
  const { username, host, pathname, password } = new URL(database.url);
  await writeFile('password', password);
  const address = `postgres://${username}@${host}${pathname}`;
  const ofDatabase = () =>
    isAtWork({
      ...{ form: 'openfire', source: address, sourcePasswordFile: 'password' },
      ...{ report: '', progress: '' },
    });
  expect(await ofDatabase()).toBe(true);
  await client.end();
  expect(await ofDatabase()).toBe(false);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
