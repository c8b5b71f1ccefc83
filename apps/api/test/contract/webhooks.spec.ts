import type { Scope } from '@chat-admin/domain/shared/scopes';
import { badArgument, expectError, refusal } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ webhookNetworks: ['127.0.0.0/8'] });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.sql('delete from webhook');
  await api.audited();
});

const ROOT = '/plugins/restapi/v1/webhooks';
const TOO_WEAK = 'The webhook would be weaker than its maker';
const draft = { url: 'https://hooks.example.org/chat', types: ['user.*', 'room.created'] };
const noWebhook = (id: string) =>
  refusal(404, 'WebhookNotFoundException')('Could not find webhook', id);
const parsed = ({ text }: Reply) => JSON.parse(text) as Record<string, unknown>;
const post = (body: unknown, by?: string) => sendJson(api, 'POST', '/webhooks', body, by);
const make = async (body: object = draft) => String(parsed(await post(body))['id']);
const patch = (id: string, body: unknown, by?: string) =>
  sendJson(api, 'PATCH', `/webhooks/${id}`, body, by);

describe('a new webhook', () => {
  it('is shown with its secret once, with its address', async () => {
    const reply = await post({ ...draft, description: 'Directory', status: 'disabled', id: '77' });
    const { id, created, secret, ...rest } = parsed(reply);
    expect([reply.status, reply.headers.location]).toEqual([201, `${ROOT}/${String(id)}`]);
    expect(id).toMatch(/^[1-9]\d*$/);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toEqual({
      ...draft,
      ...{ description: 'Directory', status: 'active', createdBy: 'secret', pending: 0 },
    });
    const shown = parsed(await api.call('GET', `/webhooks/${String(id)}`, 'json'));
    expect(shown).toEqual({ id, created, ...rest });
    expect(Object.keys(shown)).toEqual([
      ...['id', 'url', 'types', 'description', 'status', 'created', 'createdBy', 'pending'],
    ]);
    expect(parsed(await api.call('GET', '/webhooks', 'json'))).toEqual({ webhooks: [shown] });
  });

  it('is read and written in XML', async () => {
    const sent = `<webhook><url>${draft.url}</url><types><type>user.*</type></types></webhook>`;
    const reply = await api.call('POST', '/webhooks', 'xml', sent);
    expect(reply.status).toBe(201);
    const id = /<id>(\d+)<\/id>/.exec(reply.text)![1]!;
    expect((await api.call('GET', `/webhooks/${id}`, 'xml')).text).toMatch(
      new RegExp(
        `<webhook><id>${id}</id><url>${draft.url}</url><types><type>user\\.\\*</type></types>` +
          '<status>active</status><created>[^<]+</created><createdBy>secret</createdBy><pending>0</pending></webhook>$',
      ),
    );
  });

  it('leaves one entry without secret and address', async () => {
    const { id, secret } = parsed(await post({ ...draft, url: 'https://a.example/?token=t0p' }));
    const entries = await api.audited();
    expect(entries).toMatchObject([{ username: 'secret', summary: 'POST webhook' }]);
    expect(entries[0]!.details).toMatch(new RegExp(`outcome=201; .*name=${String(id)}$`));
    expect(JSON.stringify(entries)).not.toMatch(/t0p|whsec_/);
    expect(JSON.stringify(entries)).not.toContain(String(secret));
  });

  it.each([
    [{ url: undefined }, 'url', ''],
    [{ url: 'hooks.example.org' }, 'url', 'hooks.example.org'],
    [{ url: 'ftp://a.example/' }, 'url', 'ftp://a.example/'],
    [{ url: 'https://me:pw@a.example/' }, 'url', 'https://me:pw@a.example/'],
    [{ url: 'https://@a.example/' }, 'url', 'https://@a.example/'],
    [{ url: 'https://a.example/#' }, 'url', 'https://a.example/#'],
    [{ url: ' https://a.example/' }, 'url', ' https://a.example/'],
    [{ url: 'http://192.0.2.1/' }, 'url', 'http://192.0.2.1/'],
    [
      { url: `https://a.example/${'x'.repeat(1983)}` },
      'url',
      `https://a.example/${'x'.repeat(82)}`,
    ],
    [{ types: undefined }, 'types', ''],
    [{ types: [] }, 'types', ''],
    [{ types: ['user.*', 'user.nope', 'x'] }, 'types', 'user.nope'],
    [{ types: [''] }, 'types', ''],
    [{ description: 'x'.repeat(256) }, 'description', 'longer than 255 characters'],
  ])('with %j is refused', async (change, field, value) => {
    const reply = await post({ ...draft, ...change });
    expectError(reply, 'json', badArgument(`Invalid value for ${field}: ${value}`, ROOT));
    expect(await api.database.sql('select id from webhook')).toEqual([]);
  });

  it.each([
    'https://10.0.0.1/',
    'https://[::1]/a?b=c',
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://inside.example/',
  ])('may be at %s', async (url) => {
    expect((await post({ ...draft, url })).status).toBe(201);
  });

  it('needs the scopes of the types that it names, not of those that a wildcard covers', async () => {
    const { bearer } = await makeKey(api, ['webhooks:write', 'events:read', 'groups:read']);
    const named = await post({ ...draft, types: ['group.*', 'user.created'] }, bearer);
    expectError(
      named,
      'json',
      refusal(403, 'ForbiddenException')('The scope users:read is needed', ROOT),
    );
    expect((await post({ ...draft, types: ['*'] }, bearer)).status).toBe(201);
  });

  it('is refused beyond 100, of two at once too', async () => {
    for (let n = 0; n < 99; n += 1) await make();
    const made = await Promise.all([post(draft), post(draft)]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = made.find(({ status }) => status === 409)!;
    const expected = refusal(409, 'NotAllowedException')('Could not create the webhook', ROOT);
    expectError(refused, 'json', expected);
  });
});

describe('a patch', () => {
  it('changes what it names, as long as the tag is that of before', async () => {
    const id = await make({ ...draft, description: 'A' });
    const { etag } = (await api.call('GET', `/webhooks/${id}`, 'json')).headers;
    const headers = { 'Content-Type': 'application/merge-patch+json', 'If-Match': etag! };
    const send = (body: object) => api.send('PATCH', `/webhooks/${id}`, { headers, body });
    const changed = await send({ description: null, types: ['*'] });
    expect(changed.status).toBe(200);
    const shown = await api.call('GET', `/webhooks/${id}`, 'xml');
    expect(shown.text).toContain('<types><type>*</type></types><status>');
    expect((await send({ description: 'B' })).status).toBe(412);
  });

  it.each([
    [{ url: null }, 'Invalid value for url: '],
    [{ types: null }, 'Invalid value for types: '],
    [{ status: 'asleep' }, 'Invalid value for status: asleep'],
    [{ secret: 'x' }, 'Unknown member: secret'],
    [{ createdBy: 'x' }, 'Unknown member: createdBy'],
  ])('with %j is refused', async (body, message) => {
    const id = await make();
    expectError(await patch(id, body), 'json', badArgument(message, `${ROOT}/${id}`));
  });

  it('by somebody who may read less leaves the receiver no more', async () => {
    const id = await make();
    const { bearer } = await makeKey(api, ['webhooks:read', 'webhooks:write', 'events:read']);
    const moved = await patch(id, { url: 'https://elsewhere.example/' }, bearer);
    const expected = refusal(403, 'ForbiddenException')(TOO_WEAK, `${ROOT}/${id}`);
    expectError(moved, 'json', expected);
  });
});

describe('whoever is weaker than its maker', () => {
  const SCOPES: readonly Scope[] = ['webhooks:read', 'webhooks:write', 'events:read', 'users:read'];
  const FAR = '2100-01-01T00:00:00Z';
  const bounds = { allowedAddresses: ['127.0.0.0/8', '::1'], rateLimit: 1000, expires: FAR };
  const changes: readonly [method: string, path: string, body?: object][] = [
    ['PATCH', '', { url: 'https://elsewhere.example/' }],
    ['PATCH', '', { description: 'B' }],
    ['PATCH', '', { status: 'disabled' }],
    ['PATCH', '', { url: 'no address' }],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['POST', '/replay?after=0'],
    ['DELETE', ''],
  ];
  const tried = async (id: string, bearer: string) => {
    const all: Reply[] = [];
    for (const [method, path, body] of changes) {
      all.push(await sendJson(api, method, `/webhooks/${id}${path}`, body, bearer));
    }
    return all;
  };

  it.each<[string, readonly Scope[], object, readonly Scope[], object]>([
    ['reads less', [...SCOPES, 'rooms:read'], {}, SCOPES, {}],
    ['ends', SCOPES, {}, SCOPES, { expires: FAR }],
    ['ends earlier', SCOPES, bounds, SCOPES, { ...bounds, expires: '2099-01-01T00:00:00Z' }],
    ['may ask less', SCOPES, bounds, SCOPES, { ...bounds, rateLimit: 999 }],
    ['comes from less', SCOPES, bounds, SCOPES, { ...bounds, allowedAddresses: ['127.0.0.1'] }],
  ])('only reads it: who %s', async (_, scopes, limits, lessScopes, lessLimits) => {
    const strong = await makeKey(api, scopes, limits);
    const weak = await makeKey(api, lessScopes, lessLimits);
    const made = await post({ ...draft, types: ['user.*', 'room.*'] }, strong.bearer);
    const { id } = parsed(made) as { id: string };
    const before = (await api.call('GET', `/webhooks/${id}`, 'json')).text;
    const entries = await api.database.sql(`select secret from webhook where id = ${id}`);
    for (const reply of await tried(id, weak.bearer)) {
      expect([reply.status, reply.text]).toEqual([403, expect.stringContaining(TOO_WEAK)]);
    }
    expect((await api.call('GET', `/webhooks/${id}`, 'json')).text).toBe(before);
    expect(await api.database.sql(`select secret from webhook where id = ${id}`)).toEqual(entries);
    const shown = await sendJson(api, 'GET', `/webhooks/${id}`, undefined, weak.bearer);
    expect(shown.status).toBe(200);
    expect((await patch(id, { description: 'C' }, strong.bearer)).status).toBe(200);
  });

  it('is nobody with every scope, whatever the key is bound to, and nobody as strong', async () => {
    const strong = await makeKey(api, SCOPES);
    const like = await makeKey(api, [...SCOPES].reverse());
    const all = await makeKey(api, ['*'], bounds);
    for (const { bearer } of [like, all]) {
      const { id } = parsed(await post({ ...draft, types: ['user.*'] }, strong.bearer));
      const statuses = (await tried(String(id), bearer)).map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200, 400, 200, 200, 409, 200]);
    }
  });

  it('stays so when the maker has gone, as far as events can be read', async () => {
    const strong = await makeKey(api, [...SCOPES, 'rooms:read'], {});
    const weak = await makeKey(api, SCOPES);
    const reader = await makeKey(api, [...SCOPES, 'rooms:read'], bounds);
    const { id } = parsed(await post({ ...draft, types: ['*'] }, strong.bearer));
    await api.call('DELETE', `/keys/${strong.id}`, 'json');
    const url = `/webhooks/${String(id)}`;
    expect((await sendJson(api, 'DELETE', url, undefined, weak.bearer)).status).toBe(403);
    expect((await sendJson(api, 'DELETE', url, undefined, reader.bearer)).status).toBe(200);
  });
});

it('another secret signs from now on, the former one as long as the overlap', async () => {
  const created = parsed(await post(draft));
  const id = String(created['id']);
  const rotated = await sendJson(api, 'POST', `/webhooks/${id}/rotate?overlap=3600`);
  expect(rotated.status).toBe(200);
  expect(parsed(rotated)['secret']).not.toBe(created['secret']);
  expect(parsed(rotated)['previousSecretUntil']).toMatch(/^20/);
  await sendJson(api, 'POST', `/webhooks/${id}/rotate?overlap=0`);
  const shown = parsed(await api.call('GET', `/webhooks/${id}`, 'json'));
  expect(shown).not.toHaveProperty('previousSecretUntil');
  expect((await sendJson(api, 'POST', `/webhooks/${id}/rotate?overlap=-1`)).status).toBe(400);
});

it('is gone once deleted', async () => {
  const id = await make();
  expect((await api.call('DELETE', `/webhooks/${id}`, 'json')).status).toBe(200);
  expectError(await api.call('DELETE', `/webhooks/${id}`, 'json'), 'json', noWebhook(id));
});

it.each([
  ['GET', ''],
  ['DELETE', ''],
  ['POST', '/rotate'],
  ['POST', '/test'],
  ['GET', '/deliveries'],
  ['POST', '/replay?after=0'],
])('%s of an unknown one%s is 404', async (method, path) => {
  for (const id of ['999999', '0', 'x', '9'.repeat(30)]) {
    const reply = await api.call(method, `/webhooks/${id}${path}`, 'json');
    expectError(reply, 'json', noWebhook(id));
  }
});

it('the list has pages in the order of numbers', async () => {
  await api.database.sql('alter table webhook alter id restart with 9');
  for (let n = 0; n < 3; n += 1) await make();
  const ids = async (query: string) => {
    const reply = await api.call('GET', `/webhooks?${query}`, 'json');
    const { webhooks } = parsed(reply) as { webhooks: { id: string }[] };
    const next = /after=([^>]+)>/.exec(String(reply.headers.link ?? ''))?.[1];
    return { ids: webhooks.map(({ id }) => id), next };
  };
  const first = await ids('limit=2');
  expect(first.ids).toEqual(['9', '10']);
  expect(await ids(`limit=2&after=${first.next}`)).toEqual({ ids: ['11'], next: undefined });
  expect((await ids('sort=-id&limit=1')).ids).toEqual(['11']);
  expect((await api.call('GET', '/webhooks?sort=url', 'json')).status).toBe(400);
  const chosen = await api.call('GET', '/webhooks/9?fields=url', 'json');
  expect(parsed(chosen)).toEqual({ url: draft.url });
});

it('changes cannot be tried, and no answer with a secret is kept', async () => {
  const id = await make();
  for (const path of ['/webhooks', `/webhooks/${id}/rotate`, `/webhooks/${id}/test`]) {
    const reply = await sendJson(api, 'POST', `${path}?dryRun=true`, draft);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('dryRun: true')]);
  }
  const headers = { 'Idempotency-Key': 'a', 'Content-Type': 'application/json' };
  for (const path of ['/webhooks', `/webhooks/${id}/rotate`]) {
    const reply = await api.send('POST', path, { headers, body: draft });
    expect(reply.text).toContain('Idempotency-Key is not supported at this address');
  }
});
