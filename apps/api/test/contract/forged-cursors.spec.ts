import { SEARCHED_DETAILS } from '@chat-admin/domain/audit/audit-search';
import { API_ROOT } from '../../src/http/api-root.js';
import { listDigest } from '../../src/http/cursor.js';
import { createGroups, createRoom, createUsers } from '../support/people.js';
import { TEST_SECRET } from '../support/test-config.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await createUsers(api, 'ann');
  await createGroups(api, { name: 'Crew', members: ['ann'] });
  await createRoom(api, 'den', []);
});
afterAll(() => api.stop());

/** Beyond what the database, numbers and dates of JavaScript, or texts can hold. */
const BEYOND: readonly string[] = [
  ...['', 'x', 'NaN', '-1', '1e9', '1'.repeat(18), '1'.repeat(19), '9'.repeat(300)],
  ...['9223372036854775808', '-9223372036854775809', '8640000000000001', '253402300800000'],
  ...['253402300800000000', '-62135596801000000', '\uD800', 'a\0b'],
];
const OTHERS: readonly unknown[] = [null, 1, 1e300, true, ['1'], {}];

const forged = (...parts: readonly unknown[]): string =>
  `c1.${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;

/** Cursors whose digest is right, as any client can compute it. */
const forgeries = (digest: string, parts: readonly unknown[]): readonly string[] =>
  parts.flatMap((part) => [forged(part, '1', digest), forged('1', part, digest)]);

/** Of what the description of the API allows, and of what it does not. */
async function statusOf(path: string, name: string, value: string): Promise<number> {
  const address = new URL(`${API_ROOT}${path}`, api.baseUrl);
  address.searchParams.append(name, value);
  const headers = { Accept: 'application/json', Authorization: TEST_SECRET };
  const answer = await fetch(address, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** Lists may be too many at once for a busy machine: 503. @returns those that are neither read nor refused */
async function odd(path: string, name: string, values: readonly string[]) {
  const asked = values.map(async (value) => ({
    path,
    name,
    value,
    status: await statusOf(path, name, value),
  }));
  return (await Promise.all(asked)).filter(({ status }) => ![200, 400, 503].includes(status));
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ username: 'ann', groupName: 'Crew', roomName: 'den', serviceName: 'conference' },
};
/** All that is read from here, with objects that exist where there are any. */
const readings = () =>
  api.app.routes
    .described()
    .filter(({ method, pattern }) => method === 'GET' && pattern.startsWith(API_ROOT))
    .map((route) => ({
      ...route,
      path: route.pattern
        .slice(API_ROOT.length)
        .replaceAll(/:(\w+)/g, (_, name: string) => NAMES[name] ?? '1'),
    }));

it('a forged cursor is read or refused on every list in every order', async () => {
  const walked: string[] = [];
  for (const { path, lists } of readings()) {
    if (lists === null) continue;
    const { sorts, sortsByKey, filters, others } = lists;
    const none = Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
    for (const sort of [...(sortsByKey ? ['key'] : []), ...Object.keys(sorts)]) {
      const asked = sort === 'key' ? path : `${path}?sort=${sort}`;
      if ((await api.call('GET', asked, 'json')).status !== 200) continue;
      const order = [{ sort, descending: false }, none, others.map(() => null)];
      const digest = listDigest(`${API_ROOT}${path}`, order);
      expect([asked, await statusOf(asked, 'after', forged('1', '1', digest))]).toEqual([
        asked,
        200,
      ]);
      expect(await odd(asked, 'after', forgeries(digest, BEYOND))).toEqual([]);
      walked.push(asked);
    }
  }
  expect(walked.length).toBeGreaterThan(20);
});

it('so it is in the audit log and in histories', async () => {
  const details = Object.fromEntries(SEARCHED_DETAILS.map((name) => [name, null]));
  const log = listDigest(`${API_ROOT}/logs/security`, [null, null, null, details]);
  const path = '/chatrooms/den/chathistory';
  const history = listDigest(`${API_ROOT}${path}`, [{ search: null, sender: null }, null]);
  const parts = [...BEYOND, ...OTHERS];
  const bare = [forged(), forged(log), forged('1', '1', log, '1'), 'c1.', 'c1.bnVsbA'];
  expect([
    ...(await odd('/logs/security', 'after', [...forgeries(log, parts), ...bare])),
    ...(await odd(path, 'after', forgeries(history, parts))),
    ...(await odd(`${path}?limit=10`, 'before', forgeries(history, parts))),
  ]).toEqual([]);
});

const DATES = ['+275760-09-13T00:00:00.001Z', '-000001-01-01T00:00:00Z', '0000-01-01T00:00:00Z'];
const LATE = '+010000-01-01T00:00:00Z';
const HOSTILE = [...BEYOND, ...DATES, LATE].filter((text) => !/\p{Surrogate}/u.test(text));

it('no value of a parameter is a fault', async () => {
  const few = ['-1', '9'.repeat(300), '9223372036854775808', 'a\0b', '-62135596801000', ...DATES];
  const faults: unknown[] = [];
  for (const { path, queries, lists } of readings()) {
    for (const name of new Set([...queries, ...(lists?.parameters ?? [])])) {
      const found = await odd(path, name, few);
      faults.push(...found.filter(({ status }) => status >= 500 && status !== 503));
    }
  }
  expect(faults).toEqual([]);
});

it('ids beyond those of the database are not found', async () => {
  const found: unknown[] = [];
  for (const below of ['jobs', 'webhooks', 'keys']) {
    for (const id of HOSTILE.filter((text) => text !== '')) {
      const path = `/${below}/${encodeURIComponent(id)}`;
      const { status } = await api.call('GET', path, 'json');
      if (status !== 404 && status !== 400) found.push([path, status]);
    }
  }
  for (const id of HOSTILE.filter((text) => /^[!-~]+$/.test(text))) {
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': id };
    const { status } = await api.send('HEAD', '/events', { headers });
    if (![200, 400, 410].includes(status)) found.push(['Last-Event-ID', id, status]);
  }
  expect(found).toEqual([]);
});

it('times of a key and a lockout are kept or refused', async () => {
  const found: unknown[] = [];
  for (const time of [...HOSTILE, 1e300, -1e300, 8.64e15 + 1, 253_402_300_800_000]) {
    const key = { name: 'k', scopes: ['users:read'], expires: time };
    const replies = [
      await api.call('POST', '/keys', 'json', key),
      await api.call('PUT', '/lockouts/ann', 'json', { until: time }),
      await api.call('PUT', '/lockouts/ann', 'json', { from: time }),
    ];
    const statuses = replies.map(({ status }) => status);
    if (statuses.some((status) => ![200, 201, 400].includes(status))) found.push([time, statuses]);
    const reads = [
      await api.call('GET', '/keys', 'json'),
      await api.call('GET', '/lockouts', 'json'),
    ];
    expect([time, ...reads.map(({ status }) => status)]).toEqual([time, 200, 200]);
  }
  expect(found).toEqual([]);
});
