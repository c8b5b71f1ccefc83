import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import pg from 'pg';
import { startApiInstance } from '../src/api-instance.js';
import { programOfRelease, programOfWorkspace } from '../src/built-program.js';
import type { BuiltProgram } from '../src/built-program.js';
import { formerRelease } from '../src/former-release.js';
import { Environment } from './environment.js';
import { Load } from '../src/load.js';
import type { Request } from '../src/load.js';

const run = promisify(execFile);
const suite = await suiteNeeds(describe, 'upgrade', ['redis-server', 'haproxy']);
const INSTANCES = [0, 1];

/** Writes to tables besides those of users. */
const writes = (username: string): readonly Request[] => [
  ['POST', '/groups', { name: `of-${username}`, description: 'Those of the load' }],
  ['POST', `/users/${username}/groups/of-${username}`],
  ['POST', `/users/${username}/roster`, { jid: 'eve@other.example', nickname: 'Eve' }],
  ['POST', `/lockouts/${username}`],
  ['DELETE', `/lockouts/${username}`],
  ['POST', '/chatrooms', { roomName: `of-${username}`, naturalName: 'Of', description: 'Of' }],
  ['POST', `/chatrooms/of-${username}/members/${username}`],
  ['GET', `/chatrooms/of-${username}`],
  ['DELETE', `/chatrooms/of-${username}`],
  ['DELETE', `/groups/of-${username}`],
];

suite('an upgrade from the former release', () => {
  let folder: string;
  let former: BuiltProgram;
  let current: BuiltProgram;
  let environment: Environment;
  let load: Load | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-upgrade-'));
    current = await programOfWorkspace(folder);
  });
  beforeAll(async () => {
    former = await programOfRelease(await formerRelease());
  });
  beforeAll(async () => {
    environment = await Environment.start({}, INSTANCES.length, former);
  });
  afterEach(async () => {
    await load?.stop();
    if (load?.failures.length)
      for (const one of INSTANCES) console.log(environment.cluster.output(one));
  });
  afterAll(async () => {
    await environment?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const settings = () => ({
    PATH: process.env['PATH'],
    ...{ DATABASE_URL: environment.databaseUrl, XMPP_DOMAIN: 'example.org' },
  });
  const migrate = ({ command }: BuiltProgram) =>
    run(process.execPath, [command, 'migrate'], { env: settings() });
  const sql = async (text: string) => {
    const client = new pg.Client({ connectionString: environment.databaseUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const program = async () => (await sql('select program from schema_state'))[0]!['program'];

  it('and back fails no request and loses nothing', async () => {
    const { cluster } = environment;
    load = new Load(cluster.url, writes);
    await load.progress();
    expect(await program()).toBe(former.version);
    await migrate(current);
    expect(await program()).toBe(current.version);
    await load.progress();
    for (const instance of INSTANCES) {
      await cluster.restart(instance, current.api);
      await load.progress();
    }
    for (const instance of INSTANCES) {
      await cluster.restart(instance, former.api);
      expect(cluster.output(instance)).toContain(
        `prepared for chat-admin ${current.version}, which is newer than this one`,
      );
      await load.progress();
    }
    await cluster.restart(0, current.api);
    await load.progress();
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(await environment.lost(load)).toEqual([]);
    expect(await program()).toBe(current.version);
    console.log(`${former.version} to the present and back: ${load.summary}`);
  });

  it('drains and ends the former release once the schema loses what that needs', async () => {
    const { cluster } = environment;
    load = new Load(cluster.url, writes, 'last');
    await load.progress();
    const ended = cluster.ended(1);
    await sql('update schema_state set oldest_level = level');
    expect((await ended).code).toBe(78);
    await load.progress();
    await load.stop();
    expect(load.failures).toEqual([]);
    const refused = startApiInstance(
      { ...settings(), API_PORT: '0', MANAGEMENT_PORT: '0' },
      former.api,
    );
    await expect(refused).rejects.toThrow(
      `The database needs chat-admin ${current.version} or newer`,
    );
  });
});
