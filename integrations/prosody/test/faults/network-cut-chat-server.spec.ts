import { readFile } from 'node:fs/promises';
import { suiteNeeds, testNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { Target } from '@chat-admin/moving/target/target';
import { ChangeFeed } from '@chat-admin/persistence/database/change-feed';
import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import { prepareDatabase } from '@chat-admin/persistence/schema/prepare-database';
import { TEST_DOMAIN, TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { ProsodyControl } from '../../src/prosody-control.js';
import { World } from '../../src/world.js';
import { aRoom } from '../room-scene.js';
import { CutOffPostgres } from './cut-off-postgres.js';
import { isAttached, remembered } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'A cut between the chat server and PostgreSQL', [
  'prosody',
]);
const postgres = await CutOffPostgres.start();
/** Elsewhere the kernel's timers show that the server will notice a cut. */
const cutting = testNeeds(
  it,
  postgres,
  'cuts of the network need namespaces, and so root',
) as typeof it;

const seed = {
  ...{ domain: TEST_DOMAIN, configuredDomain: true, secret: TEST_SECRET, administrator: null },
};

suite('A cut between the chat server and PostgreSQL', () => {
  let world: World;
  let direct: ProsodyControl | undefined;
  beforeAll(async () => {
    const server = postgres && { url: postgres.url, enginePort: postgres.line.port };
    world = await World.start({
      prosody: { chat_instance: 'first' },
      ...(server ? { server } : { breakablePostgres: true }),
    });
    await world.accounts('ann', 'bob');
  });
  afterAll(async () => {
    await direct?.remove();
    await world?.stop();
    await postgres?.remove();
  });

  const sessions = (where: string) =>
    world.sql<{ pid: number; port: number }>(
      `select pid, client_port as port from pg_stat_activity
       where datname = current_database() and ${where}`,
    );
  const role = () => /user='?(\w+)/.exec(world.engine.conninfo)![1]!;
  const ofChatServer = () => sessions(`usename = '${role()}'`);
  const cut = async () => {
    await postgres!.line.cut();
    await until('Prosody notices', async () => !(await isAttached(world)));
  };
  const mend = async () => {
    await postgres!.line.mend();
    await world.prosody.untilAttached();
  };

  it('would be noticed by the server in each session within seconds', async () => {
    const [{ pid }] = (await world.sql('select pg_backend_pid() as pid')) as [{ pid: number }];
    const own = await world.sql<{ port: number }>(
      `select client_port as port from pg_stat_activity
       where datname = current_database() and (usename = '${role()}' or application_name like 'chat-admin%')`,
    );
    expect(own.length).toBeGreaterThan(3);
    await until('no session has a later timer', async () => {
      const timers = await keepaliveTimers(pid);
      return own.every(({ port }) => (timers.get(port) ?? 0) <= 2);
    });
  });

  cutting('lets the same server attach again, and people come back', async () => {
    const room = await aRoom(world, { logEnabled: true });
    const ann = await world.online('ann');
    await ann.join(room.jid, 'Ann');
    await ann.say(room.jid, 'before');
    await until('it is stored', async () => (await remembered(world.api, room)).includes('before'));
    const former = await ofChatServer();
    await cut();
    await mend();
    const bob = await world.online('bob');
    await bob.join(room.jid, 'Bob');
    await bob.say(room.jid, 'after');
    await until('it is stored', async () => (await remembered(world.api, room)).includes('after'));
    expect(await remembered(world.api, room)).toEqual(expect.arrayContaining(['before', 'after']));
    const left = (await ofChatServer()).map((session) => session.pid);
    await until('no former session is left', async () => {
      const now = (await ofChatServer()).map((session) => session.pid);
      return former.every((session) => !now.includes(session.pid));
    });
    expect(left.length).toBeGreaterThan(0);
    await ann.close();
    await bob.close();
  });

  cutting('lets another server attach while it lasts', async () => {
    const { port } = new URL(postgres!.url);
    const conninfo = world.engine.conninfo.replace(/port='\d+'/, `port='${port}'`);
    const engine = { ...world.engine, conninfo };
    direct = await ProsodyControl.launch(world.domain, engine, { chat_instance: 'second' });
    expect(direct.output()).not.toContain('Attached to the database');
    const beat = async () =>
      Number((await world.sql(`select beat from engine_node where state = 'active'`))[0]!['beat']);
    const before = await beat();
    await until('the first knows of it', async () => (await beat()) > before + 1);
    await cut();
    await direct.untilAttached();
    expect(await world.prosody.ended()).toBe(75); // while the cut lasts: the second has a database
    await postgres!.line.mend();
    await world.prosody.startAgain();
    expect(world.prosody.output()).toContain(
      'Another chat server is attached to the database: second',
    );
    await direct.stop();
    await world.prosody.untilAttached();
  });

  cutting('lets another start prepare the database', async () => {
    const free = await world.lock('schema_migration');
    const [one, other] = [postgres!.cuttable(world.databaseUrl), world.databaseUrl].map((url) =>
      createDataSource({ url, poolSize: 1, applicationName: 'preparing' }),
    );
    const interrupted = prepareDatabase(one!, seed).catch((error: Error) => error);
    await until('it holds the lock and waits', async () => {
      const waiting = `application_name = 'preparing' and wait_event_type = 'Lock'`;
      return (await sessions(waiting)).length > 0;
    });
    await cut();
    await free();
    expect(await prepareDatabase(other!, seed)).toEqual({ fresh: false, domain: TEST_DOMAIN });
    expect(await interrupted).toBeInstanceOf(Error);
    await other!.destroy();
    if (one!.isInitialized) await one!.destroy().catch(() => undefined);
    await mend();
  });

  cutting('lets another import begin', async () => {
    const lock = 'select pg_try_advisory_lock(4862177334) as taken';
    const open = (url: string) => Target.open({ url, engineUrl: null });
    const one = await open(postgres!.cuttable(world.databaseUrl));
    expect(await one.query(lock)).toEqual([{ taken: true }]);
    await cut();
    const other = await open(world.databaseUrl);
    await until('the lock is free', async () => {
      const [answer] = await other.query<{ taken: boolean }>(lock);
      return answer!.taken;
    });
    await one.close();
    await other.close();
    await mend();
  });

  cutting('leaves no session that listens', async () => {
    const feed = new ChangeFeed({
      url: postgres!.cuttable(world.databaseUrl),
      applicationName: 'listening',
    });
    await feed.start();
    const listening = () => sessions(`application_name = 'listening'`);
    const [former] = await listening();
    await cut();
    await until('it has ended', async () => {
      const now = await listening();
      return now.every(({ pid }) => pid !== former!.pid);
    });
    await feed.close();
    await mend();
  });
});

/** Seconds until the kernel asks a client whether it is there, by its port; as the server's process sees its sockets. */
async function keepaliveTimers(pid: number): Promise<ReadonlyMap<number, number>> {
  const rows = (await readFile(`/proc/${pid}/net/tcp`, 'utf8')).trim().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [, , remote, , , timer] = row.trim().split(/\s+/) as string[];
      const [kind, when] = timer!.split(':');
      const seconds = kind === '02' ? Number.parseInt(when!, 16) / 100 : Infinity;
      return [Number.parseInt(remote!.split(':')[1]!, 16), seconds] as const;
    }),
  );
}
