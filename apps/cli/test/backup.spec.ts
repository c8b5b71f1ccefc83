import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { clientOf } from '../src/commands/backup/run.js';
import { CommandProcess } from './support/command-process.js';
import { run } from './support/command-world.js';
import { DebianPostgres } from '@chat-admin/debian-programs/debian-postgres';
import { NPM_SCRIPT } from './support/npm-script.js';

const MAIN = bundledProgram('cli');
const PAGE = fileURLToPath(new URL('../../../docs/backup.md', import.meta.url));
const TITLE = 'the commands of docs/backup.md';
const suite = needsRoot(await suiteNeeds(describe, TITLE, ['postgresql']), TITLE);

/** Lists whose answers hold everything, and single documents. */
const DOCUMENTS = [
  'users',
  'users/ola',
  'users/ola/roster',
  'users/ola/vcard',
  'groups',
  'groups/crew',
  'chatservices',
  'chatrooms?type=all',
  'chatrooms/lobby',
  'chatrooms/lobby/owners',
  'system/properties',
  'logs/security',
  'keys',
];

suite('docs/backup.md', () => {
  let postgres: DebianPostgres;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let page: string;

  beforeAll(async () => {
    postgres = await DebianPostgres.start();
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-backup-'));
    await chmod(folder, 0o755);
    page = await readFile(PAGE, 'utf8');
    await programs();
    for (const name of ['etc/chat-admin', 'etc/prosody/certs', 'var/lib/prosody']) {
      await mkdir(join(folder, name), { recursive: true });
    }
    await writeFile(join(folder, 'etc/prosody/certs/example.org.key'), 'a key');
    const setup = `setup --local --directory ${folder}/etc/chat-admin --domain example.org`;
    const settings = { API_SCRAM_ITERATIONS: '4096', PATH: process.env['PATH'] };
    const done = await run(setup, { ...postgres.environment, ...settings });
    expect(done).toMatchObject({ code: 0, err: '' });
    const ports = await Promise.all([stablePort(), stablePort(), stablePort(), stablePort()]);
    const [api, management, legacy, legacyManagement] = ports.map(String);
    environment = {
      DATABASE_URL_FILE: join(folder, 'etc/chat-admin/credentials/database-url'),
      ...{ API_PORT: api, MANAGEMENT_PORT: management },
      ...{ LEGACY_PORT: legacy, LEGACY_MANAGEMENT_PORT: legacyManagement },
      ...{ XMPP_DOMAIN: 'example.org', API_SCRAM_ITERATIONS: '4096' },
    };
  });
  afterAll(async () => {
    await postgres?.remove();
    await rm(folder, { recursive: true });
  });

  /** What `chat-admin`, and what starts and stops services, is in the shell. */
  async function programs(): Promise<void> {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    const chatAdmin = `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`;
    for (const [name, text] of [
      ['chat-admin', chatAdmin],
      ['npm', NPM_SCRIPT],
      ['systemctl', `#!/bin/sh\necho "$@" >>${folder}/systemctl\n`],
    ] as const) {
      await writeFile(join(bin, name), text, { mode: 0o755 });
    }
  }

  /** On the machine of the test, places of the system lie in a folder. */
  const moved = (commands: string) =>
    commands.replaceAll(
      /(?<=[ =])\/(etc\/chat-admin|etc\/prosody|var\/lib|var\/backups)/g,
      `${folder}/$1`,
    );

  const block = (name: string) =>
    new RegExp(`^\`\`\`sh test=${name}\\n([^]*?)^\`\`\``, 'm').exec(page)![1]!;

  /** Each command has to succeed. @returns both streams */
  async function shell(commands: string): Promise<string> {
    const env = {
      ...environment,
      ...postgres.environment,
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    };
    const words = ['-ec', `exec 2>&1; cd /; ${moved(commands)}`];
    const { stdout } = await promisify(execFile)('bash', words, { env });
    return stdout;
  }

  /** All documents as a running service answers with them. */
  async function documents(prepare?: typeof fill) {
    const service = CommandProcess.run(['serve'], environment);
    try {
      return await documentsOf(await service.says(/The API listens on (\S+)/), prepare);
    } finally {
      expect(await service.stop()).toBe(0);
    }
  }

  async function documentsOf(api: string, prepare?: typeof fill) {
    const secret = (await run('secret show', environment)).out.trim();
    await prepare?.(api, secret);
    const answers: Record<string, unknown> = {};
    for (const path of DOCUMENTS) {
      const isXml = path.endsWith('vcard');
      const headers = { authorization: secret, ...(isXml ? {} : { accept: 'application/json' }) };
      const response = await fetch(`${api}/${path}`, { headers });
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      answers[path] = isXml ? text : JSON.parse(text);
    }
    return answers;
  }

  /** Something of each kind, from the API and from the chat server. */
  async function fill(api: string, secret: string): Promise<void> {
    const send = async (method: string, path: string, body?: object | string) => {
      const isText = typeof body === 'string';
      const type = isText ? 'application/xml' : 'application/json';
      const headers = { authorization: secret, 'content-type': type };
      const text = isText ? body : JSON.stringify(body);
      const response = await fetch(`${api}/${path}`, { method, headers, body: text ?? null });
      expect([path, Math.floor(response.status / 100), await response.text()]).toEqual([
        path,
        2,
        expect.anything(),
      ]);
    };
    await send('POST', 'users', { username: 'ola', password: 'p1-secret', name: 'Ola Ø' });
    await send('POST', 'users', { username: 'zoe', password: 'p1-secret' });
    await send('POST', 'users/ola/roster', { jid: 'zoe@example.org', nickname: 'Z' });
    await send('PUT', 'users/ola/vcard', `<vCard xmlns='vcard-temp'><FN>Ola</FN></vCard>`);
    await send('POST', 'groups', { name: 'crew', description: 'all', members: ['ola'] });
    await send('POST', 'chatrooms', { roomName: 'lobby', naturalName: 'Lobby', description: 'd' });
    await send('POST', 'lockouts/zoe');
    await send('POST', 'system/properties', { key: 'site.banner', value: 'Grüße' });
    await postgres.query(
      `create table prosody.prosody (host text, store text); insert into prosody.prosody values ('example.org', 'pep');
       alter table prosody.prosody owner to chat_engine`,
      'chat',
    );
  }

  it('are those that the command prints, without a password', async () => {
    const { code, out } = await run('backup', environment);
    expect(code).toBe(0);
    const printed = out.replaceAll(` --port=${postgres.port}`, '').split('\n');
    const lines = `${block('save')}${block('restore')}`
      .trim()
      .split('\n')
      .map((line) => line.replace(/^chat-admin (.*)/, (_, words: string) => ownCommand(words)));
    const commands = printed.filter((line) => line !== '' && !line.startsWith('#'));
    // the folders are those of this machine
    const withoutFolders = (all: readonly string[]) =>
      all.map((line) => line.replace(/^(tar --create .* --file=\S+).*/, '$1'));
    const isTar = (line: string) => line.startsWith('tar ');
    const hasFolders = commands.some(isTar);
    expect(withoutFolders(commands)).toEqual(
      withoutFolders(lines).filter((line) => hasFolders || !isTar(line)),
    );
    const url = await readFile(environment['DATABASE_URL_FILE']!, 'utf8');
    expect(out).not.toContain(new URL(url).password);
    const { save } = JSON.parse((await run('backup --json --to /mnt/x', environment)).out);
    expect(save).toContainEqual(expect.stringContaining('--file=/mnt/x/chat.dump chat'));
  });

  it('bring back equal documents, rights and files', async () => {
    const before = await documents(fill);
    const [sealed] = (await run('audit verify', environment)).out.split(';');
    expect(sealed).toMatch(/^[1-9]\d* seals?, \d+ entries unbroken$/);
    await shell(block('save'));
    await postgres.query('drop database chat with (force)');
    for (const role of ['chat', 'chat_engine', 'chat_owner']) {
      await postgres.query(`drop role ${role}`);
    }
    await rm(join(folder, 'etc'), { recursive: true });

    const said = await shell(block('restore'));
    expect(said).toMatch(/^faults: 0, /m);
    expect((await run('audit verify', environment)).out.split(';')[0]).toBe(sealed);
    expect(await documents()).toEqual(before);
    expect(await readFile(join(folder, 'etc/prosody/certs/example.org.key'), 'utf8')).toBe('a key');
    expect(await postgres.query('select * from prosody.prosody', 'chat')).toBe('example.org|pep');
    const attach = await readFile(join(folder, 'etc/chat-admin/prosody/database'), 'utf8');
    const hello = `select engine.hello(1, 'a', false) ->> 'ok'`;
    const { stdout } = await promisify(execFile)('psql', ['-qAt', '-c', hello, attach.trim()]);
    expect(stdout.trim()).toBe('true');
  });

  it('copy a server as a whole', async () => {
    const rows = await postgres.query('select count(*) from audit_entry', 'chat');
    expect(Number(rows)).toBeGreaterThan(5);
    await shell(block('base-backup'));
    const data = join(folder, 'var/lib/postgresql/15/main');
    await shell(`install --directory --owner=postgres --mode=0700 ${data}`);
    const commands = block('base-restore')
      .split('\n')
      .filter((line) => line.startsWith('runuser'));
    await shell(commands.join('\n'));
    const port = await stablePort();
    const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
    const words = [
      ...['--reuid=postgres', '--regid=postgres', '--init-groups', '--pdeathsig=KILL'],
      ...[`/usr/lib/postgresql/${version}/bin/postgres`, '-D', data, '-c', `port=${port}`],
      ...['-c', `unix_socket_directories=${data}`],
    ];
    const server = startBound('/usr/bin/setpriv', words, {});
    try {
      const count = async () => {
        const sql = 'select count(*) from audit_entry';
        const psql = ['-u', 'postgres', '--', 'psql', '-qAt', '-c', sql, 'chat'];
        const env = { PATH: process.env['PATH'], PGHOST: data, PGPORT: String(port) };
        return (await promisify(execFile)('runuser', psql, { env, cwd: '/' })).stdout.trim();
      };
      await until('the copy answers', () => count().catch(() => null));
      expect(await count()).toBe(rows);
    } finally {
      await server.kill();
    }
  });
});

it('of the embedded server is its folder', async () => {
  const data = await mkdtemp(join(tmpdir(), 'chat-admin-data-'));
  try {
    await chmod(data, 0o755);
    await mkdir(join(data, 'postgres/cluster'), { recursive: true });
    const { code, out } = await run('backup --json', { DATA_DIR: data });
    expect(code).toBe(0);
    const { save, restore } = JSON.parse(out) as Record<string, string[]>;
    expect(save!.at(-1)).toBe(
      `tar --create --gzip --absolute-names --file=/var/backups/chat-admin/data.tar.gz ${data}/postgres`,
    );
    expect(restore!.at(-1)).toBe('npm start');
  } finally {
    await rm(data, { recursive: true });
  }
});

it('of a server elsewhere names it, and the superuser who is asked for the password', () => {
  const url = 'postgres://chat:hunter2@db.example:5433,other/chat';
  expect(clientOf(url, 'db.example', '192.0.2.1')).toEqual({
    before: '',
    where: ' --host=db.example --port=5433 --username=postgres',
  });
  expect(clientOf('postgres://chat@localhost/chat', 'localhost', '::1').where).toBe('');
  expect(clientOf('postgres://chat:12@db/chat', 'db', null).where).toBe('');
});

it('of a database that is not there ends with 69', async () => {
  const away = { DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/chat' };
  const { code, out, err } = await run('backup', away);
  expect({ code, out }).toEqual({ code: 69, out: '' });
  expect(err).not.toContain('hunter2');
});
