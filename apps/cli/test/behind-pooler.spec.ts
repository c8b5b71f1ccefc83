import { createApp } from '@chat-admin/api/app';
import type { App } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { PgBouncer } from '@chat-admin/debian-programs/pgbouncer';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { emptyDatabase, TEST_DOMAIN } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { run } from './support/command-world.js';
import { SoundInstallation } from './support/sound-installation.js';

const suite = await suiteNeeds(describe, 'PgBouncer', ['pgbouncer']);
const SECRET = 'secret-of-before';
const LEADS = 'lends sessions for transactions';

suite('behind PgBouncer', () => {
  let world: SoundInstallation;
  let lending: PgBouncer;
  let keeping: PgBouncer;
  let empty: TestDatabase;
  beforeAll(async () => {
    world = await SoundInstallation.open();
    empty = await emptyDatabase();
    const server = { url: empty.url, roles: [world.owner] };
    lending = await PgBouncer.start({ ...server, mode: 'transaction' });
    keeping = await PgBouncer.start({ ...server, mode: 'session' });
  });
  afterAll(async () => {
    await lending.stop();
    await keeping.stop();
    await empty.drop();
    await world.close();
  });

  const start = (environment: NodeJS.ProcessEnv): Promise<App> => {
    const settings = {
      ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '4' },
      ...{ XMPP_DOMAIN: TEST_DOMAIN, API_INITIAL_SECRET: SECRET, ...environment },
    };
    return createApp(loadConfig(ApiConfig, settings));
  };
  const refused = (environment: NodeJS.ProcessEnv) =>
    start(environment).then(
      () => 'started',
      (error: Error) => error.message,
    );

  describe('that lends sessions for transactions, a start', () => {
    it('is refused without a direct address', async () => {
      expect(await refused({ DATABASE_URL: lending.through(empty.url) })).toContain(
        `DATABASE_URL leads through a pooler that ${LEADS}: set DATABASE_DIRECT_URL to the server itself`,
      );
    });

    it.each([
      ['is pooled, too', () => lending.through(empty.url), `leads through a pooler that ${LEADS}`],
      ['names another database', () => world.database.url, 'names another database'],
      ['names no server', () => 'postgres://127.0.0.1:1/x', 'cannot be reached'],
      ['has a wrong password', () => world.urlOf('nobody-at-all'), 'rejects the user'],
    ])('is refused if the direct address %s', async (_, direct, reason) => {
      const addresses = {
        DATABASE_URL: lending.through(empty.url),
        DATABASE_DIRECT_URL: direct(),
      };
      expect(await refused(addresses)).toContain(reason);
    });

    it('is refused if the address for migrations is pooled', async () => {
      const pooled = lending.through(empty.url);
      expect(
        await refused({
          ...{ DATABASE_URL: pooled, DATABASE_DIRECT_URL: empty.url },
          DATABASE_MIGRATION_URL: pooled,
        }),
      ).toContain(`DATABASE_MIGRATION_URL leads through a pooler that ${LEADS}`);
    });

    it('prepares the database by the direct address once, and hears changes', async () => {
      const addresses = {
        DATABASE_URL: lending.through(empty.url),
        DATABASE_DIRECT_URL: empty.url,
      };
      const apps = await Promise.all([1, 2, 3].map(() => start(addresses)));
      const direct = new pg.Client({ connectionString: empty.url });
      await direct.connect();
      const { rowCount } = await direct.query(
        `select from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rowCount).toBe(0);
      const { url } = await apps[0]!.listen();
      const status = async (secret: string) =>
        (await fetch(`${url}/plugins/restapi/v1/users`, { headers: { authorization: secret } }))
          .status;
      expect(await status(SECRET)).toBe(200);
      await direct.query(
        `update system_property set value = 'another-secret' where key = 'plugin.restapi.secret'`,
      );
      await until('the old secret is refused', async () => (await status(SECRET)) === 401);
      expect(await status('another-secret')).toBe(200);
      await direct.end();
      for (const app of apps) await app.close();
      const listed = await run('secret show', addresses);
      expect({ code: listed.code, err: listed.err }).toEqual({ code: 0, err: '' });
    });
  });

  it('that lends them for connections, a service starts without a direct address', async () => {
    const app = await start({ DATABASE_URL: keeping.through(empty.url) });
    await app.close();
  });

  describe('the doctor', () => {
    const findings = async (environment: NodeJS.ProcessEnv) => {
      const before = { ...world.environment };
      Object.assign(world.environment, environment);
      const codes = ['database/pooler', 'database/direct', 'database/role-limits'];
      const found = await Promise.all(codes.map((code) => world.finding(code)));
      world.environment = before;
      return found;
    };
    const levels = (found: readonly { readonly level: string }[]) =>
      found.map(({ level }) => level);

    it('finds no pooler', async () => {
      expect(levels(await findings({}))).toEqual(['ok', 'skipped', 'skipped']);
    });

    it('asks for a direct address, and limits of the role', async () => {
      const DATABASE_URL = lending.through(world.urlOf(world.owner));
      const found = await findings({ DATABASE_URL });
      expect(levels(found)).toEqual(['fault', 'skipped', 'warning']);
      expect(found[0]!.remedy?.text).toContain('DATABASE_DIRECT_URL=');
      await world.paste(found[2]!.remedy!);
      const fresh = await PgBouncer.start({
        url: world.database.url,
        mode: 'transaction',
        roles: [world.owner],
      });
      const mended = await findings({
        DATABASE_URL: fresh.through(world.urlOf(world.owner)),
        DATABASE_DIRECT_URL: world.urlOf(world.owner),
      });
      await fresh.stop();
      expect(levels(mended)).toEqual(['ok', 'ok', 'ok']);
      expect(mended[0]!.sentence).toContain('does not follow named statements');
    });

    it.each([
      ['is pooled', () => lending.through(world.urlOf(world.owner)), /pooler/],
      ['names another database', () => empty.url, /another database/],
      ['names no server', () => 'postgres://127.0.0.1:1/x', /ECONNREFUSED/],
    ])('tells that the direct address %s', async (_, direct, sentence) => {
      const found = await findings({
        DATABASE_URL: lending.through(world.urlOf(world.owner)),
        DATABASE_DIRECT_URL: direct(),
      });
      expect(found[1]).toMatchObject({
        level: 'fault',
        sentence: expect.stringMatching(sentence) as string,
      });
    });
  });
});
