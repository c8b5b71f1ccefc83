import pg from 'pg';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
let other: TestApi;
let holder: pg.Client;
beforeAll(async () => {
  api = await TestApi.start();
  other = await TestApi.start({}, api.database);
  holder = new pg.Client({ connectionString: api.database.url });
  await holder.connect();
});
beforeEach(async () => {
  await put('site', 'first');
  await put('site.banner', 'first');
});
afterAll(async () => {
  await holder.end();
  await other.close();
  await api.stop();
});

const put = (key: string, value: string) =>
  api.call('POST', '/system/properties', 'json', { key, value });
const stored = async () => {
  const rows = await api.database.sql(
    `select key, value from system_property where key like 'site%' order by key`,
  );
  return rows.map(({ key, value }) => `${String(key)}=${String(value)}`);
};

/** Waits until that many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  const waiters = `
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await api.database.sql(waiters)).length < count);
}

/** A deletion in progress, blocked at the row of `key` until `release` is called. */
async function heldDeletion(path: string, key: string) {
  await holder.query('begin');
  await holder.query('select from system_property where key = $1 for update', [key]);
  const deleted = api.call('DELETE', `/system/properties/${path}`, 'json');
  await waiting(1);
  return { deleted, release: () => holder.query('commit') };
}

it.each([
  ['of the property', 'site'],
  ['of a child', 'site.banner'],
])('an update %s that waits for a deletion is answered with 404', async (_, key) => {
  const { deleted, release } = await heldDeletion('site', key);
  const updated = other.call('PUT', `/system/properties/${key}`, 'json', { key, value: 'late' });
  await waiting(2);
  await release();
  expect((await deleted).status).toBe(200);
  expect((await updated).status).toBe(404);
  expect(await stored()).toEqual([]);
});

it('a child created in the meantime exists after the deletion, not in the middle of it', async () => {
  const { deleted, release } = await heldDeletion('site', 'site');
  const body = { key: 'site.colour', value: 'late' };
  const created = other.call('POST', '/system/properties', 'json', body);
  await waiting(2);
  expect(await stored()).toEqual(['site=first', 'site.banner=first']);
  await release();
  expect([(await deleted).status, (await created).status]).toEqual([200, 201]);
  expect(await stored()).toEqual(['site.colour=late']);
});

it('properties of other trees do not wait', async () => {
  const { deleted, release } = await heldDeletion('site', 'site');
  const created = await other.call('POST', '/system/properties', 'json', { key: 'x', value: '1' });
  expect(created.status).toBe(201);
  await release();
  expect((await deleted).status).toBe(200);
});
