import type { Scope } from '@chat-admin/domain/shared/scopes';
import { expectError, refusal } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { SeededChatServer } from '../support/seeded-chat-server.js';
import { forms, TestApi } from '../support/test-api.js';

const PATH = '/system/overview';
const SCOPES = [
  ...['server:read', 'users:read', 'rooms:read', 'lockouts:read', 'jobs:read', 'webhooks:read'],
  'keys:read',
] as readonly Scope[];

interface Part {
  readonly name: string;
  readonly count: number;
  readonly limited: boolean;
  readonly examples?: readonly string[];
}

const chatServer = new SeededChatServer();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
afterAll(() => api.stop());
beforeEach(() => (chatServer.away = false));

async function partsFor(authorization?: string): Promise<readonly Part[]> {
  const reply = await sendJson(api, 'GET', PATH, undefined, authorization);
  expect(reply.status).toBe(200);
  return (JSON.parse(reply.text) as { parts: readonly Part[] }).parts;
}
const namesFor = async (scopes: readonly Scope[]) =>
  (await partsFor((await makeKey(api, scopes)).bearer)).map(({ name }) => name);
const part = async (name: string) => (await partsFor()).find((one) => one.name === name);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

it('of a fresh service counts nothing', async () => {
  const nothing = { count: 0, limited: false };
  expect(await partsFor()).toEqual([
    { name: 'sessions', ...nothing },
    { name: 'users', ...nothing },
    { name: 'rooms', ...nothing },
    { name: 'lockouts', ...nothing },
    { name: 'failedJobs', ...nothing },
    { name: 'endingLockouts', ...nothing, examples: [] },
    { name: 'failingWebhooks', ...nothing, examples: [] },
    { name: 'expiringKeys', ...nothing, examples: [] },
  ]);
});

describe('what there is', () => {
  beforeAll(async () => {
    for (const name of ['ola', 'zoe', 'ben', 'cy', 'dot', 'eve', 'flo']) {
      await api.call('POST', '/users', 'json', { username: name, password: 'p1-secret' });
    }
    for (const service of ['conference', 'quiet']) {
      const room = { roomName: 'tearoom', publicRoom: false };
      await api.call('POST', `/chatrooms?servicename=${service}`, 'json', room);
    }
  });

  it.each(forms)('is told as %s', async (form) => {
    const { text, status } = await api.call('GET', PATH, form);
    expect(status).toBe(200);
    expect(text).toContain(
      form === 'json'
        ? '{"parts":[{"name":"sessions","count":0,"limited":false},{"name":"users","count":7,"limited":false},{"name":"rooms","count":2,"limited":false},'
        : '<overview><part><name>sessions</name><count>0</count><limited>false</limited></part><part><name>users</name><count>7</count><limited>false</limited></part>',
    );
  });

  it('has the lockouts of now, and the names of five at most that end within a day', async () => {
    await api.call('POST', '/lockouts/ola', 'json');
    await api.call('PUT', '/lockouts/zoe', 'json', { until: inHours(25) });
    await api.call('PUT', '/lockouts/ben', 'json', { from: inHours(1), until: inHours(2) });
    await api.call('PUT', '/lockouts/dot', 'json', { until: inHours(3) });
    await api.call('PUT', '/lockouts/cy', 'json', { until: inHours(2) });
    expect(await part('lockouts')).toMatchObject({ count: 4 });
    expect(await part('endingLockouts')).toMatchObject({ count: 2, examples: ['cy', 'dot'] });
    for (const [name, hours] of [
      ['ola', 13],
      ['zoe', 12],
      ['eve', 10],
      ['flo', 11],
    ] as const) {
      await api.call('PUT', `/lockouts/${name}`, 'json', { until: inHours(hours) });
    }
    expect(await part('endingLockouts')).toEqual({
      ...{ name: 'endingLockouts', count: 6, limited: false },
      examples: ['cy', 'dot', 'eve', 'flo', 'zoe'],
    });
    const { text } = await api.call('GET', PATH, 'xml');
    expect(text).toContain(
      '<part><name>endingLockouts</name><count>6</count><limited>false</limited><examples><example>cy</example>',
    );
  });

  it('has keys that expire soon', async () => {
    await makeKey(api, ['users:read'], { expires: inHours(24 * 15) });
    const { name } = await makeKey(api, ['users:read'], { expires: inHours(24 * 13) });
    expect(await part('expiringKeys')).toMatchObject({ count: 1, examples: [name] });
  });

  it('has webhooks that were given up, not those that somebody has disabled', async () => {
    for (const url of ['https://a.example/', 'https://b.example/']) {
      const reply = await api.call('POST', '/webhooks', 'json', { url, types: ['user.*'] });
      const { id } = JSON.parse(reply.text) as { id: string };
      const patch = { status: 'disabled' };
      expect((await sendJson(api, 'PATCH', `/webhooks/${id}`, patch)).status).toBe(200);
    }
    expect(await part('failingWebhooks')).toMatchObject({ count: 0, examples: [] });
    await api.database.sql(
      `update webhook set reason = 'The receiver answered 410' where url like '%//b%'`,
    );
    expect(await part('failingWebhooks')).toMatchObject({
      ...{ count: 1, examples: ['https://b.example/'] },
    });
  });
});

describe('the chat server', () => {
  it('says how many sessions there are', async () => {
    chatServer.live = [
      {
        ...{ jid: 'ola@example.org/desk', username: 'ola', resource: 'desk', nodeId: 'one' },
        ...{ status: 'Authenticated', presence: null, hostAddress: '192.0.2.7', hostName: null },
        ...{ createdAt: new Date(), lastActiveAt: new Date(), secure: true },
      },
    ];
    expect(await part('sessions')).toEqual({ name: 'sessions', count: 1, limited: false });
  });

  it('leaves all else where it is while it is away', async () => {
    chatServer.away = true;
    const names = (await partsFor()).map(({ name }) => name);
    expect(names).not.toContain('sessions');
    expect(names).toHaveLength(7);
  });
});

describe('a caller', () => {
  it.each([
    ['server:read', ['sessions']],
    ['users:read', ['users']],
    ['rooms:read', ['rooms']],
    ['lockouts:read', ['lockouts', 'endingLockouts']],
    ['jobs:read', ['failedJobs']],
    ['webhooks:read', ['failingWebhooks']],
    ['keys:read', ['expiringKeys']],
  ] as const)('with %s sees its parts alone', async (scope, names) => {
    expect(await namesFor([scope])).toEqual(names);
  });

  it('that may read everything sees everything', async () => {
    expect(await namesFor(['*:read'])).toHaveLength(8);
    expect(await namesFor(SCOPES)).toHaveLength(8);
  });

  it.each(forms)('with none of these scopes is refused, as %s', async (form) => {
    const { bearer } = await makeKey(api, ['groups:read', 'users:write']);
    const headers = { Accept: form === 'json' ? 'application/json' : 'application/xml' };
    const reply = await api.send('GET', PATH, { headers, authorization: bearer });
    const message = 'The scope server:read is needed';
    const refused = refusal(403, 'ForbiddenException');
    expectError(reply, form, refused(message, `/plugins/restapi/v1${PATH}`));
    expect(reply.headers['www-authenticate']).toBe(
      `Bearer realm="REST API", error="insufficient_scope", scope="${SCOPES.join(' ')}"`,
    );
  });

  it('learns from the description which scopes these are', async () => {
    const { paths } = JSON.parse((await api.send('GET', '/openapi.json')).text) as {
      paths: Record<string, { get: { description: string; 'x-scope': readonly string[] } }>;
    };
    const { description, 'x-scope': always } = paths[PATH]!.get;
    expect(always).toEqual([]);
    expect(SCOPES.filter((scope) => !description.includes(`\`${scope}\``))).toEqual([]);
  });
});
