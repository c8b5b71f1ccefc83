import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { startBound } from '@chat-admin/processes/bound-process';
import type { BoundProcess } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { SoundInstallation } from './support/sound-installation.js';

const suite = await suiteNeeds(describe, 'PgBouncer', ['pgbouncer']);
const NOBODY = 65534;

suite('behind PgBouncer', () => {
  let world: SoundInstallation;
  let folder: string;
  let bouncer: BoundProcess | null = null;
  beforeAll(async () => {
    world = await SoundInstallation.open();
    folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    await chown(folder, NOBODY, NOBODY).catch(() => undefined);
  });
  afterEach(() => bouncer?.kill());
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  async function start(mode: string): Promise<void> {
    const server = new URL(world.database.url);
    const port = await stablePort();
    const file = join(folder, 'pgbouncer.ini');
    const login = `user=${world.owner} password=${world.owner}`;
    await writeFile(
      file,
      `[databases]
       * = host=${server.hostname} port=${server.port} ${login}
       [pgbouncer]
       listen_addr = 127.0.0.1
       listen_port = ${port}
       unix_socket_dir =
       auth_type = any
       pool_mode = ${mode}
       ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
      `.replaceAll(/^ +/gm, ''),
    );
    const program = await ensureInstalled('pgbouncer');
    const words = ['--reuid=nobody', '--clear-groups', '--pdeathsig=KILL', program, file];
    bouncer = startBound('/usr/bin/setpriv', words, {});
    const url = new URL(world.urlOf(world.owner));
    url.hostname = '127.0.0.1';
    url.port = String(port);
    world.environment['DATABASE_URL'] = url.href;
    await until('PgBouncer answers', async () => {
      return (await world.finding('database/reachable')).level === 'ok';
    });
  }

  it('that lends sessions for transactions: a fault', async () => {
    await start('transaction');
    const { level, remedy } = await world.finding('database/pooler');
    expect({ level, remedy: remedy?.text }).toEqual({
      level: 'fault',
      remedy: expect.stringContaining('pool_mode = session') as string,
    });
  });

  it('that lends them for as long as a connection: fine', async () => {
    await start('session');
    expect((await world.finding('database/pooler')).level).toBe('ok');
  });
});
