import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DebianPostgres } from '@chat-admin/debian-programs/debian-postgres';
import { installedRoot } from '@chat-admin/debian-programs/debian-root';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { createApp } from '@chat-admin/legacy-userservice/app';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';
import { until } from '@chat-admin/debian-programs/until';
import { World } from '../src/world.js';
import { EveryTable } from './every-table.js';

const TITLE = 'Columns that an upgrade adds';
const suite = needsRoot(
  await suiteNeeds(describe, TITLE, ['prosody', 'pg_virtualenv']),
  TITLE,
) as typeof describe;

/** The newest and that of Debian 12; that of Debian 13 is left to `npm run soak:suites`. */
const VERSIONS = process.env['SOAK_SUITES'] === '1' ? ['18', '15', '17'] : ['18', '15'];

const TABLES = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname`;
/** Of both apps and the chat server. */
const SESSIONS = `
  select pid from pg_stat_activity
  where datname = current_database() and usename <> current_user and backend_type = 'client backend'`;
/** Whose statistics a session adds when it ends. What directories have is read by commands alone, which end. */
const UNTOUCHED = `
  select relname as name from pg_stat_user_tables
  where schemaname = 'public' and seq_scan + coalesce(idx_scan, 0) + n_tup_ins = 0
    and relname not like 'directory\\_%'
  order by relname`;

suite.each(VERSIONS)(`${TITLE}, on PostgreSQL %s`, (version) => {
  let postgres: DebianPostgres | null = null;
  let world: World;
  let userService: Awaited<ReturnType<typeof createApp>>;
  let address: string;
  let receiver: ReturnType<typeof createServer>;
  beforeAll(async () => {
    // 18 is that of the test run
    if (version !== '18') {
      const root = version === '17' ? await installedRoot(13) : '';
      postgres = await DebianPostgres.start({ major: version, encoding: 'UTF8', root });
    }
    const server = postgres && { url: await postgres.url(), enginePort: postgres.port };
    receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    world = await World.start({
      ...(server && { server }),
      // its end seals what was written
      api: { webhookNetworks: ['127.0.0.1'], auditSealSeconds: 60 },
    });
    const config = Object.assign(new LegacyConfig(), {
      ...{ port: 0, managementPort: 0, logLevel: 'silent', scramIterations: 4096 },
      ...{ databaseUrl: world.servicesUrl, databasePoolSize: 6, xmppDomain: world.domain },
    });
    userService = await createApp(config);
    const { url } = await userService.listen();
    address = new URL('/plugins/userService/userservice', url).href;
    await world.accounts('ann', 'bob', 'root');
    await world.sql(`
      insert into system_property (key, value) values
        ('admin.authorizedJIDs', 'root@example.org'), ('plugin.userservice.enabled', 'true')
      on conflict (key) do update set value = excluded.value`);
  });
  afterAll(async () => {
    await userService?.close();
    await world?.stop();
    await postgres?.remove();
    receiver?.close();
  });

  it('break nothing in open sessions of both apps and of the chat server', async () => {
    const [{ number }] = (await world.sql<{ number: string }>(
      `select current_setting('server_version') as number`,
    )) as [{ number: string }];
    expect(number).toMatch(new RegExp(`^${version}\\.`));
    const ann = await world.online('ann');
    const { port } = receiver.address() as AddressInfo;
    const tables = new EveryTable(world, address, ann, `http://127.0.0.1:${port}/`);
    expect(await tables.ask(1)).toEqual([]);
    expect(await tables.ask(2)).toEqual([]);
    const before = await world.sql<{ pid: number }>(SESSIONS);
    for (const { name } of await world.sql<{ name: string }>(TABLES)) {
      await world.sql(`alter table ${name} add of_next_release text default 'x'`);
    }
    expect(await tables.ask(3)).toEqual([]);
    const after = await world.sql<{ pid: number }>(SESSIONS);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(world.prosody.output()).not.toMatch(/Traceback|engine\.\w+ failed/);
    await ann.close();
    await Promise.all([userService.close(), world.app.close(), world.prosody.stop()]);
    await until('the statistics of all sessions are there', async () => {
      const left = await world.sql(SESSIONS);
      return left.length === 0;
    });
    expect(await world.sql(UNTOUCHED)).toEqual([]);
  });
});
