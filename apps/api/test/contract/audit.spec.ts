import { hostname } from 'node:os';
import { TestApi } from '../support/test-api.js';
import type { Call } from '../support/test-api.js';
import { TEST_SECRET } from '../support/test-config.js';

/** Contract: core 1.13 */
const ID = { 'X-Request-Id': 'request-1' };
const JSON_BODY = { ...ID, 'Content-Type': 'application/json' };

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ maxBodyBytes: 2048, trustedProxies: ['127.0.0.1'] });
});
beforeEach(async () => {
  await api.setProperty('plugin.restapi.httpAuth', 'secret');
  await api.database.sql('delete from account');
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.audited();
});
afterAll(() => api.stop());

async function entriesOf(method: string, path: string, call: Call = {}) {
  const reply = await api.send(method, path, { ...call, headers: call.headers ?? ID });
  return { status: reply.status, entries: await api.audited() };
}

it.each(['x; outcome=200', '192.0.2.1; user=admin', 'unknown', '\u00e9'])(
  'nothing of the forwarded text %j is logged',
  async (text) => {
    const headers = { ...ID, 'X-Forwarded-For': text };
    const { entries } = await entriesOf('DELETE', '/users/ghost', { headers });
    expect(entries.map(({ details }) => details)).toEqual([
      'object=/users/ghost; outcome=404; exception=UserNotFoundException; request=request-1; address=unknown',
    ]);
  },
);

it.each([
  ['PUT', '/users/ola', { headers: JSON_BODY, body: '{"name":' }, 400, 'PUT user ola'],
  ['POST', '/users', { headers: JSON_BODY, body: '{"username":5}' }, 400, 'POST user 5'],
  ['POST', '/users', { headers: JSON_BODY, body: '[' }, 400, 'POST user'],
  ['POST', '/users', { headers: JSON_BODY, body: '' }, 400, 'POST user'],
  ['DELETE', '/users/ghost', {}, 404, 'DELETE user ghost'],
  [
    'PUT',
    '/groups/ghost',
    { headers: JSON_BODY, body: '{"name":"ghost"}' },
    404,
    'PUT group ghost',
  ],
  [
    'POST',
    '/users',
    { headers: JSON_BODY, body: '{"username":"ola","password":"x"}' },
    409,
    'POST user ola',
  ],
  ['PUT', '/users/ola', { headers: JSON_BODY, body: ' '.repeat(2049) }, 413, 'PUT user ola'],
  [
    'PUT',
    '/users/ola',
    { headers: { ...ID, 'Content-Type': 'text/plain' }, body: 'x' },
    415,
    'PUT user ola',
  ],
  [
    'PUT',
    '/users/ola',
    { headers: { ...JSON_BODY, 'Content-Encoding': 'br' }, body: 'x' },
    415,
    'PUT user ola',
  ],
  [
    'POST',
    '/users/ola/roster',
    { headers: JSON_BODY, body: '{"jid":"@"}' },
    400,
    'POST roster ola/@',
  ],
  ['DELETE', '/users/ola/roster/c%2Fd', {}, 404, 'DELETE roster ola/c/d'],
] as const)('%s %s refused leaves one entry', async (method, path, call, status, summary) => {
  const refused = await entriesOf(method, path, call);
  expect(refused).toEqual({
    status,
    entries: [
      {
        username: 'secret',
        summary,
        details: expect.stringMatching(
          new RegExp(
            `^object=${path}; outcome=${status}; exception=[A-Za-z]+; request=request-1; address=127\\.0\\.0\\.1$`,
          ),
        ),
      },
    ],
  });
});

it('a success leaves one entry, too', async () => {
  const body = '{"jid":"cy@example.org"}';
  expect(await entriesOf('POST', '/users/ola/roster?x=y', { headers: JSON_BODY, body })).toEqual({
    status: 201,
    entries: [
      {
        username: 'secret',
        summary: 'POST roster ola/cy@example.org',
        details:
          'object=/users/ola/roster; outcome=201; request=request-1; address=127.0.0.1; ignored=?x',
      },
    ],
  });
});

it.each([
  ['GET', '/users/ola', {}],
  ['HEAD', '/users', {}],
  ['OPTIONS', '/users', {}],
  ['GET', '/users/ghost', {}],
  ['POST', '/users', { authorization: null }],
  ['DELETE', '/users/ola', { authorization: 'wrong' }],
  ['DELETE', '/nonsense', {}],
  ['DELETE', '/users', {}],
  ['PATCH', '/users/ola/vcard', {}],
  ['DELETE', '/users/%zz', {}],
  ['DELETE', '/users;x', {}],
])('%s %s leaves none', async (method, path, call) => {
  expect((await entriesOf(method, path, call)).entries).toEqual([]);
});

it('records the address reported by a trusted proxy', async () => {
  const headers = { ...ID, 'X-Forwarded-For': '192.0.2.1' };
  const { entries } = await entriesOf('POST', '/lockouts/ghost', { headers });
  expect(entries[0]!.details).toMatch(/; address=192\.0\.2\.1$/);
});

it('records the administrator of the basic scheme by the prepared name', async () => {
  await api.call('POST', '/users', 'json', { username: 'admin', password: 'p1-secret' });
  await api.setProperty('plugin.restapi.httpAuth', 'basic');
  await api.audited();
  const authorization = `Basic ${Buffer.from('ADMIN:p1-secret').toString('base64')}`;
  for (let again = 0; again < 2; again += 1) {
    const { entries } = await entriesOf('POST', '/lockouts/ghost', { authorization });
    expect(entries).toMatchObject([{ username: 'admin', summary: 'POST lockout ghost' }]);
  }
});

it('truncates the summary to 250 characters, and records node and time', async () => {
  const name = 'x'.repeat(300);
  await api.send('DELETE', `/groups/${name}`);
  const [entry] = await api.database.sql(
    'select summary, node, occurred_at, now() - occurred_at as age from audit_entry',
  );
  expect(entry!['summary']).toBe(`DELETE group ${name}`.slice(0, 250));
  expect(entry!['node']).toBe(hostname());
  expect((entry!['occurred_at'] as Date).getMilliseconds()).toBe(0);
});

it('does not halve a character where it truncates the summary', async () => {
  const begin = 'POST roster ola/';
  const jid = `${'x'.repeat(250 - begin.length - 1)}\u{10428}yy@far.example`;
  const body = { jid, subscriptionType: 0 };
  expect((await api.send('POST', '/users/ola/roster', { body })).status).toBe(201);
  const [entry] = await api.database.sql('select summary from audit_entry');
  expect(entry!['summary']).toBe([...`${begin}${jid}`].slice(0, 250).join(''));
});

it('never contains secrets or bodies', async () => {
  const bodies = [
    { username: 'zoe', password: 'p9-secret', name: 'kept-name' },
    { username: 'ola', password: 'p9-secret', name: 'kept-name' },
    { username: '', password: 'p9-secret', name: 'kept-name' },
    { users: [{ username: 'kim', password: 'p9-secret', name: 'kept-name' }] },
  ];
  for (const body of bodies) await api.call('POST', '/users', 'json', body);
  await api.call('PUT', '/users/ola', 'json', { password: 'p9-secret', name: 'kept-name' });
  await api.send('POST', '/lockouts/ola?password=p9-secret');
  const entries = await api.database.sql('select * from audit_entry');
  expect(entries).toHaveLength(6);
  const text = JSON.stringify(entries);
  for (const secret of ['p9-secret', 'kept-name', TEST_SECRET]) expect(text).not.toContain(secret);
});
