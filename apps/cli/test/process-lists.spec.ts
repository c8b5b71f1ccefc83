import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { CommandProcess } from './support/command-process.js';
import { notingPrograms, startedPrograms } from './support/started-programs.js';

const suite = await suiteNeeds(describe, 'process lists', ['strace', 'prosody']);
/** Of settings; each is found by its end. */
const GIVEN = {
  API_INITIAL_SECRET: 'initial-secret-of-nobody-else',
  API_INITIAL_ADMIN_PASSWORD: 'initial-password-of-nobody-else',
  CHAT_SERVER_TOKEN: 'token-of-the-chat-server-of-nobody-else',
  MANAGEMENT_TOKEN: 'token-of-the-management-of-nobody-else',
};
const PORTS = {
  ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
  ...{ XMPP_CLIENT_PORT: '0', XMPP_HTTP_PORT: '0', XMPP_DOMAIN: 'example.org' },
};

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'chat-admin-lists-'))));
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

suite('lists of processes show no secret', () => {
  describe('of a command', () => {
    let database: TestDatabase;
    let environment: NodeJS.ProcessEnv;
    beforeAll(async () => {
      database = await testDatabase();
      const url = new URL(database.url);
      expect(url.password).not.toBe('');
      environment = { ...PORTS, ...GIVEN, DATABASE_URL: database.url };
    });
    afterAll(() => database.drop());

    it.each([
      ['admin create ola', 'typed-of-nobody-else'],
      ['admin create kim --generate'],
      ['user passwd ola --password-file FILE'],
      ['property set plugin.userservice.secret --force', 'typed-of-nobody-else'],
      ['property list'],
      ['secret rotate --overlap 1h'],
      ['key create portal --scope users:read'],
      ['config print'],
      ['backup'],
      ['doctor --json'],
      ['audit export'],
    ])('%s', async (words, typed = '') => {
      const file = join(folder, 'password');
      await writeFile(file, 'password-in-a-file-of-nobody-else\n');
      const noted = join(folder, 'noted');
      const command = CommandProcess.run(
        words.replace('FILE', file).split(' '),
        environment,
        typed,
        notingPrograms(noted),
      );
      // doctor finds much on such a database
      expect([0, ...(words.startsWith('doctor') ? [1] : [])]).toContain(await command.ended);
      const secrets = [new URL(database.url).password];
      if (/generate|rotate|key create/.test(words)) secrets.push(command.output.trim());
      else expect(command.output).not.toContain('of-nobody-else');
      await expectNone(noted, secrets);
    });
  });

  it('of all that "start" runs', async () => {
    const noted = join(folder, 'noted');
    const data = { DATA_DIR: join(folder, 'data'), CHAT_SERVER: 'prosody' };
    const { CHAT_SERVER_TOKEN: _, ...given } = GIVEN;
    const environment = { ...PORTS, ...given, ...data };
    const product = CommandProcess.run(['start'], environment, '', notingPrograms(noted));
    await product.says(/(Chat server: Prosody)/);
    await product.says(/(user service listens on)/);
    const place = await product.says(/^Data: (\S+)/m);
    const made = await passwordsIn(place);
    expect(await product.stop()).toBe(0);
    expect(made.length).toBeGreaterThan(1);
    expect(product.output).not.toContain('of-nobody-else');
    for (const password of made) expect(product.output).not.toContain(password);
    const programs = await expectNone(noted, made);
    for (const name of ['initdb', 'bin/postgres', 'prosody', 'serve']) {
      expect([name, programs.some((line) => line.includes(name))]).toEqual([name, true]);
    }
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  });
});

/** @returns the lines of all programs, of which none has a secret as an argument */
async function expectNone(noted: string, secrets: readonly string[]): Promise<readonly string[]> {
  const programs = await startedPrograms(noted);
  expect(programs.length).toBeGreaterThan(0);
  const known = ['of-nobody-else', ...secrets];
  expect(programs.filter((line) => known.some((secret) => line.includes(secret)))).toEqual([]);
  return programs;
}

/** Those of the roles of the embedded PostgreSQL. */
async function passwordsIn(place: string): Promise<readonly string[]> {
  const files = (await readdir(place)).filter((name) => name.startsWith('password'));
  const texts = files.map((name) => readFile(join(place, name), 'utf8'));
  return (await Promise.all(texts)).map((text) => text.trim());
}
