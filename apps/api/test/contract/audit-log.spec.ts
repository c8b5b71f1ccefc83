import { generateKeyPairSync, verify } from 'node:crypto';
import { until } from '@chat-admin/debian-programs/until';
import pg from 'pg';
import { listTester } from '../support/pages.js';
import { createTestDatabase } from '../support/test-database.js';
import { errorText, forms, TestApi, XML } from '../support/test-api.js';

let api: TestApi;
const START = 1_700_000_000;
beforeAll(async () => {
  api = await TestApi.start();
  await api.database.sql(
    `insert into audit_entry (username, occurred_at, summary, node, details)
     select username, to_timestamp(${START} + second), 'PUT user ola', 'srv1.example.org', 'object=/users/ola'
     from (values (0, 'admin'), (2, 'ann'), (1, 'admin'), (1, 'ann')) as seeded (second, username)`,
  );
});
afterAll(() => api.stop());

const shown = async (query: string): Promise<string[]> => {
  const reply = await api.call('GET', `/logs/security${query}`, 'json');
  expect(reply.status).toBe(200);
  const { logs } = JSON.parse(reply.text) as { logs: { username: string; timestamp: number }[] };
  return logs.map(({ username, timestamp }) => `${username} ${timestamp - START}`);
};

it('shows an entry in XML and JSON as documented', async () => {
  const { logId } = (
    await api.database.sql('select log_id as "logId" from audit_entry order by log_id limit 1')
  )[0]!;
  const xml = await api.call('GET', `/logs/security?endTime=${START}`, 'xml');
  expect(xml.text).toBe(
    `${XML}<logs><log><details>object=/users/ola</details><logId>${String(logId)}</logId><node>srv1.example.org</node><summary>PUT user ola</summary><timestamp>1700000000</timestamp><username>admin</username></log></logs>`,
  );
  const json = await api.call('GET', `/logs/security?endTime=${START}`, 'json');
  expect(json.text).toBe(
    `{"logs":[{"logId":${String(logId)},"username":"admin","timestamp":1700000000,"summary":"PUT user ola","node":"srv1.example.org","details":"object=/users/ola"}]}`,
  );
});

it.each([
  ['', ['ann 2', 'ann 1', 'admin 1', 'admin 0']],
  ['?username=ann', ['ann 2', 'ann 1']],
  ['?username=', []],
  ['?username=Ann', []],
  ['?offset=1&limit=2', ['ann 1', 'admin 1']],
  ['?offset=-5&limit=1', ['ann 2']],
  ['?limit=0', []],
  ['?limit=-1', []],
  ['?offset=&limit=', ['ann 2', 'ann 1', 'admin 1', 'admin 0']],
  [`?startTime=${START + 1}`, ['ann 2', 'ann 1', 'admin 1']],
  [`?startTime=${START + 1}&endTime=${START + 1}`, ['ann 1', 'admin 1']],
  [`?startTime=2023-11-14T22:13:21Z&endTime=2023-11-14T22:13:21.999Z`, ['ann 1', 'admin 1']],
  [`?startTime=2023-11-14T23:13:22%2B01:00`, ['ann 2']],
  ['?startTime=0&endTime=0', ['ann 2', 'ann 1', 'admin 1', 'admin 0']],
  ['?startTime=999999999999999', []],
  ['?endTime=-999999999999999', []],
])('finds %s', async (query, expected) => {
  expect(await shown(query)).toEqual(expected);
});

describe.each(forms)('as %s', (form) => {
  it.each([
    ['limit', 'x'],
    ['limit', '1.5'],
    ['offset', '1e3'],
    ['startTime', '2023-11-14'],
    ['endTime', 'yesterday'],
    ['limit', '1234567890123456'],
  ])('%s=%s is 400', async (name, value) => {
    const reply = await api.call('GET', `/logs/security?${name}=${value}`, form);
    expect(reply.status).toBe(400);
    expect(reply.text).toEqual(
      errorText(
        form,
        'IllegalArgumentException',
        `Invalid value for parameter ${name}: ${value}`,
        '/plugins/restapi/v1/logs/security',
      ),
    );
  });

  it('is refused if the log is write-only', async () => {
    const silent = await TestApi.start({ auditWriteOnly: true });
    try {
      const reply = await silent.call('GET', '/logs/security', form);
      expect(reply.status).toBe(403);
      expect(reply.text).toEqual(
        errorText(
          form,
          'AuditWriteOnlyException',
          'Could not get security audit logs, because the permission is set to write only',
          'SecurityLogs',
        ),
      );
    } finally {
      await silent.stop();
    }
  });
});

describe('pages', () => {
  const list = listTester({
    ...{ api: () => api, path: '/logs/security', member: 'logs' },
    read: (entry: { readonly username: string; readonly timestamp: number }) =>
      `${entry.username} ${entry.timestamp - START}`,
  });
  const all = ['ann 2', 'ann 1', 'admin 1', 'admin 0'];

  it.each([
    ['?limit=1', all],
    ['?limit=3', all],
    ['?limit=4', all],
    ['?limit=1&offset=2', all.slice(2)],
    ['?limit=1&username=ann', ['ann 2', 'ann 1']],
    ['?limit=2&object=/users/ola', all],
    [`?limit=1&endTime=${START + 1}`, all.slice(1)],
  ])('of %s are walked by Links', async (query, expected) => {
    const pages = await list.walk(query);
    expect(pages.flat()).toEqual(expected);
    const { headers } = await list.get(query);
    if (pages.length > 1) expect(headers['link']).not.toContain('offset');
  });

  it('have no Link unless a limit is asked for', async () => {
    for (const query of ['', '?offset=1', '?limit=0', '?limit=-1', '?limit=']) {
      expect((await list.get(query)).headers).not.toHaveProperty('link');
    }
  });

  it.each([
    ['object=/users/ola', 4],
    ['object=/users/ol', 0],
    ['object=', 0],
    ['outcome=200', 0],
    ['outcome=', 0],
    ['address=192.0.2.1', 0],
    ['request=', 0],
  ])('filter: %s', async (query, count) => {
    expect(await list.find(`?${query}`)).toHaveLength(count);
    expect(await list.find(`?${query}&limit=9`)).toHaveLength(count);
  });

  it.each(['after=', 'after=c1.', 'after=7'])('%s is refused', (query) =>
    list.expectRefused(query),
  );

  it('a cursor counts for its list, and without offset', async () => {
    const { headers } = await list.get('?limit=1');
    const cursor = /after=([^>]*)/.exec(String(headers['link']))![1]!;
    expect(await list.find(`?after=${cursor}`)).toEqual(all.slice(1));
    expect(await list.find(`?after=${cursor}&offset=0&limit=1`)).toEqual(['ann 1']);
    for (const more of ['offset=1', 'username=ann', 'object=/users']) {
      expect((await list.get(`?after=${cursor}&${more}`)).status).toBe(400);
    }
  });
});

interface Anchors {
  readonly seal: number;
  readonly hash: string;
  readonly last: number;
  readonly sealed?: string;
  readonly removed: number;
  readonly unsealed: number;
  readonly anchors: readonly { number: number; hash: string; signature?: string }[];
}

describe('seals', () => {
  const see = async <T>(of: TestApi, path: string) =>
    JSON.parse((await of.call('GET', path, 'json')).text) as T;
  const anchorsOf = (of: TestApi) => see<Anchors>(of, '/logs/security/anchors');

  it('are made while the service runs and at its stop, which leaves an anchor', async () => {
    const database = await createTestDatabase('prepared');
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const recordsSigningKey = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const sealing = await TestApi.start({ auditSealSeconds: 1, recordsSigningKey }, database);
    const logged: unknown[] = [];
    sealing.app.log.info = (text: unknown) => logged.push(text);
    const create = async (username: string) => {
      const body = { username, password: 'p1-secret' };
      expect((await sealing.call('POST', '/users', 'json', body)).status).toBe(201);
    };
    const slow = new pg.Client(database.url);
    await slow.connect();
    await slow.query('begin; lock table audit_entry in row exclusive mode');
    await create('ann');
    expect(await anchorsOf(sealing)).toEqual({
      ...{ seal: 0, hash: '0'.repeat(64), last: 0, removed: 0, unsealed: 1, anchors: [] },
    });
    await slow.query('commit');
    await slow.end();
    await until('an anchor', async () => (await anchorsOf(sealing)).anchors.length > 0 || null);
    await create('bo');
    await sealing.close();

    const reader = await TestApi.start({}, database);
    const { seal, hash, last, sealed, anchors } = await anchorsOf(reader);
    expect({ seal, last, newest: anchors[0]!.number }).toEqual({ seal: 2, last: 2, newest: 2 });
    expect(logged).toEqual(
      [anchors[1]!, anchors[0]!].map((one) => `Audit anchor ${one.number}.${one.hash}`),
    );
    const signature = Buffer.from(anchors[0]!.signature!, 'base64');
    expect(verify(null, Buffer.from(`2.${hash}`), publicKey, signature)).toBe(true);
    expect((await reader.call('GET', '/logs/security/anchors', 'xml')).text).toContain(
      `<auditAnchors><seal>2</seal><hash>${hash}</hash><last>2</last><sealed>${sealed}</sealed><removed>0</removed><unsealed>0</unsealed><anchors><anchor><number>2</number>`,
    );
    type Events = { readonly events: readonly object[] };
    const events = () => see<Events>(reader, '/events?types=audit.*');
    await until('both events', async () => (await events()).events.length === 2 || null);
    expect((await events()).events[1]).toMatchObject({
      ...{ type: 'audit.anchored', actor: 'service', source: 'service' },
      object: `/logs/security/anchors/2.${hash}`,
    });
    await reader.stop();
  });
});
