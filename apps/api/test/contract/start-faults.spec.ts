import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { until } from '@chat-admin/debian-programs/until';
import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import { warnOfLetters } from '@chat-admin/server/composition/warn-of-letters';
import { createApp } from '../../src/app.js';
import { testConfig } from '../support/test-config.js';
import { createTestDatabase } from '../support/test-database.js';
import type { TestDatabase } from '../support/test-database.js';
import { TlsFront } from '../support/tls-front.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('prepared');
});
afterAll(() => database.drop());

/** Why the app does not start with a modified address of the database. */
async function fault(change: (url: URL) => void, xmppDomain: string | null = null) {
  const url = new URL(database.url);
  change(url);
  return createApp(testConfig({ databaseUrl: url.href, xmppDomain })).then(
    () => Promise.reject(new Error('it has started')),
    (error: Error) => error,
  );
}

async function faults(...given: Parameters<typeof fault>): Promise<readonly string[]> {
  const error = await fault(...given);
  expect(error).toBeInstanceOf(ConfigurationFaults);
  return (error as ConfigurationFaults).faults;
}

it('reports a domain other than that of the database', async () => {
  expect(await faults(() => undefined, 'example.test')).toEqual([
    'XMPP_DOMAIN: the database was created for example.org; unset it, or use a fresh database',
  ]);
  const left = `select from pg_stat_activity
                where datname = current_database() and application_name like 'chat-admin%'`;
  await until('no connection is left', async () => (await database.sql(left)).length === 0);
});

it('warns of searches that see ASCII letters alone', async () => {
  const other = await createTestDatabase('prepared');
  await other.sql(`update pg_database set datctype = 'C' where datname = current_database()`);
  const warnings = async (url: string) => {
    const told: string[] = [];
    const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
    await warnOfLetters(dataSource, { warn: (message) => void told.push(message) });
    await dataSource.destroy();
    return told;
  };
  expect(await warnings(other.url)).toEqual([expect.stringMatching(/ASCII letters.*doctor/)]);
  expect(await warnings(database.url)).toEqual([]);
  await other.drop();
});

it('reports a wrong password', async () => {
  expect(await faults((url) => (url.password = 'hidden'))).toEqual([
    'DATABASE_URL: the database rejects the user or the password',
  ]);
});

it('reports a database without TLS', async () => {
  expect(await faults((url) => url.searchParams.set('sslmode', 'require'))).toEqual([
    'DATABASE_URL: the database does not support TLS, which sslmode requires',
  ]);
});

it('reports a certificate that cannot be verified', async () => {
  const front = await TlsFront.start();
  const [told] = await faults((url) => {
    url.port = String(front.port);
    url.searchParams.set('sslmode', 'require');
  });
  expect(told).toContain(
    'DATABASE_URL: the certificate of the database cannot be verified (DEPTH_ZERO_SELF_SIGNED_CERT)',
  );
  await front.stop();
});

it('does not blame the settings when the connection is refused', async () => {
  const error = await fault((url) => (url.port = '1'));
  expect(error).not.toBeInstanceOf(ConfigurationFaults);
  expect(error.message).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1');
});
