import type { PropertyStore } from '@chat-admin/domain/system/property-store';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { perSuite } from '../../test/open-database.js';
import { ChangeFeed } from '../database/change-feed.js';
import { StoredSystemProperties } from './stored-system-properties.js';

const open = perSuite();
let feed: ChangeFeed;
let properties: StoredSystemProperties;
let store: PropertyStore;

beforeEach(async () => {
  const { db, url } = open();
  store = open().propertyStore;
  feed = new ChangeFeed({ url, applicationName: 'properties under test' });
  properties = new StoredSystemProperties(db, feed);
  await feed.start();
  await properties.start();
});

afterEach(async () => {
  await properties.close();
  await feed.close();
});

/** Waits for the expected values; the test runner limits the time. */
async function until(expected: () => boolean): Promise<void> {
  while (!expected()) await new Promise(setImmediate);
}

describe('reading', () => {
  it('returns the stored value, else the default', () => {
    expect(properties.read(systemProperty.domain)).toBe('example.org');
    expect(properties.read(systemProperty.apiEnabled)).toBe(true);
    expect(properties.read(systemProperty.apiJsonDates)).toBe('iso');
    expect(properties.read(systemProperty.legacySecret)).toBeNull();
  });

  it('follows changes made elsewhere', async () => {
    const { key } = systemProperty.apiJsonDates;
    await store.put(key, 'epoch');
    await until(() => properties.read(systemProperty.apiJsonDates) === 'epoch');
    await store.remove([key]);
    await until(() => properties.read(systemProperty.apiJsonDates) === 'iso');
  });

  it('is correct again after the feed was down', async () => {
    const { key } = systemProperty.apiAllowedIps;
    await open().query(`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'properties under test'`);
    await store.put(key, '192.0.2.1');
    await until(() => properties.read(systemProperty.apiAllowedIps) === '192.0.2.1');
    await store.remove([key]);
  });

  it('is current after a refresh requested during another one', async () => {
    const { key } = systemProperty.legacySuccess;
    const first = properties.refresh();
    await store.put(key, 'ok');
    await Promise.all([first, properties.refresh()]);
    expect(properties.read(systemProperty.legacySuccess)).toBe('ok');
    await store.remove([key]);
  });
});

it('reports text that cannot be parsed once', async () => {
  const { db } = open();
  const told: string[] = [];
  const observed = new StoredSystemProperties(db, feed, {
    onUnusable: ({ key }) => told.push(key),
  });
  await store.put(systemProperty.auditRetention.key, 'abc');
  await observed.start();
  await observed.refresh();
  expect(told).toEqual([systemProperty.auditRetention.key]);
  expect(observed.read(systemProperty.auditRetention)).toBe(0);
  await store.remove([systemProperty.auditRetention.key]);
  await observed.close();
});

describe('a failed refresh', () => {
  it('keeps the last values and is reported', async () => {
    const { db, query } = open();
    const errors: unknown[] = [];
    const observed = new StoredSystemProperties(db, feed, {
      onError: (error) => errors.push(error),
    });
    await observed.start();
    await query('alter table system_property rename to hidden');
    await observed.refresh();
    await query('alter table hidden rename to system_property');
    expect(errors).toHaveLength(1);
    expect(observed.read(systemProperty.domain)).toBe('example.org');
    await observed.close();
  });
});

it('lists the stored properties by key', async () => {
  expect(await store.all()).toEqual([
    { key: 'adminConsole.access.allow-wildcards-in-excludes', value: 'true' },
    { key: 'plugin.restapi.enabled', value: 'true' },
    { key: 'plugin.restapi.httpAuth', value: 'secret' },
    { key: 'plugin.restapi.secret', value: 'secret-of-the-tests' },
    { key: 'plugin.userservice.enabled', value: 'true' },
    { key: 'xmpp.domain', value: 'example.org' },
  ]);
});
