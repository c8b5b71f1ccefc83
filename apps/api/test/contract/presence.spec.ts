import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { makeKey } from '../support/keys.js';
import { createUsers } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

const PATH = '/plugins/presence/status';
const chatServer = new ChatServerSpy();
const session = (resource: string, presence: LiveSession['presence']): LiveSession => ({
  ...{ jid: `ann@example.org/${resource}`, username: 'ann', resource, nodeId: 'n', presence },
  ...{ status: 'Authenticated', hostAddress: '192.0.2.1', hostName: null, secure: true },
  ...{ createdAt: new Date(0), lastActiveAt: new Date(0) },
});

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  await createUsers(api, 'ann', 'ola');
});
beforeEach(async () => {
  chatServer.sessions = () => Promise.resolve([]);
  for (const [key, value] of [
    ['enabled', 'true'],
    ['public', 'true'],
    ['images', null],
    ['unavailable.status', null],
  ] as const) {
    await api.setProperty(`plugin.presence.${key}`, value);
  }
});
afterAll(() => api.stop());

const ask = async (query: string, authorization: string | null = null, method = 'GET') => {
  const reply = await api.sendTo(method, `${PATH}?${query}`, { authorization });
  return { status: reply.status, text: reply.text, headers: reply.headers };
};
const online = () => {
  const [low, high] = [
    { show: null, status: 'low', priority: -1 },
    { show: 'dnd', status: null, priority: 7 },
  ];
  const sessions = [session('a', low), session('b', high), session('c', null)];
  chatServer.sessions = () => Promise.resolve(sessions);
};

it('is not there unless it is switched on [CK-23]', async () => {
  for (const value of [null, 'false', 'yes']) {
    await api.setProperty('plugin.presence.enabled', value);
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      expect((await ask('jid=ann', null, method)).status).toBe(404);
    }
  }
});

it('tells presence as text, XML and a picture', async () => {
  expect(await ask('jid=ann&type=text')).toMatchObject({ status: 200, text: 'Unavailable' });
  const none =
    '<presence type="unavailable" from="ann@example.org"><status>Unavailable</status></presence>';
  const xml = await ask('jid=ANN@example.org&type=xml');
  expect(xml).toMatchObject({ status: 200, text: none });
  expect(xml.headers['content-type']).toBe('text/xml; charset=UTF-8');
  online();
  const text = await ask('jid=ann&type=text');
  expect(text.text).toBe('Do Not Disturb');
  expect(text.headers['content-type']).toBe('text/plain; charset=UTF-8');
  expect((await ask('jid=ann&type=xml')).text).toBe(
    '<presence from="ann@example.org/b"><show>dnd</show><priority>7</priority></presence>',
  );
  for (const jid of ['ann', 'nobody', 'ann@far.example', '@@']) {
    const picture = await ask(`jid=${jid}`);
    expect(picture.headers['content-type']).toBe('image/png');
  }
  expect((await ask('jid=ann@far.example&type=text')).text).toBe('Unavailable');
  expect((await ask('jid=ann', null, 'HEAD')).status).toBe(200);
  expect((await ask('jid=ann', null, 'OPTIONS')).headers['allow']).toBe('GET, HEAD, OPTIONS');
  chatServer.sessions = () => Promise.reject(new ChatServerAway());
  expect((await ask('jid=ann&type=text')).text).toBe('Unavailable');
  for (const query of ['', 'jid=', 'jid=%20', 'jid=ann&type=gif']) {
    expect((await ask(query)).status).toBe(400);
  }
});

it('is for contacts of who may read sessions, unless it is public', async () => {
  online();
  await api.setProperty('plugin.presence.public', 'false');
  await api.call('POST', '/users/ola/roster', 'json', {
    jid: 'ann@example.org',
    subscriptionType: 1,
  });
  const reader = (await makeKey(api, ['sessions:read'])).token;
  const other = (await makeKey(api, ['users:read'])).token;
  const query = 'jid=ann&type=text&req_jid=ola@example.org';
  expect((await ask(query, `Bearer ${reader}`)).text).toBe('Do Not Disturb');
  for (const [asked, credentials] of [
    [query, null],
    [query, 'wrong'],
    [query, `Bearer ${other}`],
    ['jid=ann&type=text', `Bearer ${reader}`],
    ['jid=ola&type=text&req_jid=ann', `Bearer ${reader}`],
  ] as const) {
    expect(await ask(asked, credentials)).toMatchObject({ status: 200, text: 'Forbidden' });
  }
  expect((await ask('jid=ann&type=xml')).text).toContain(
    '<presence type="error" from="ann@example.org">',
  );
});

it('redirects to listed addresses alone', async () => {
  online();
  const good = 'https://good.example/img/';
  const to = async (address: string, name = 'dnd') =>
    (await ask(`jid=ann&${name}=${encodeURIComponent(address)}`)).headers['location'];
  expect(await to(`${good}x.png`)).toBeUndefined();
  await api.setProperty('plugin.presence.images', `https://bad.example ${good} javascript:x//`);
  expect(await to(`${good}x.png`)).toBe(`${good}x.png`);
  expect(await to(`${good}--IMAGE--.gif`, 'images')).toBe(`${good}dnd.gif`);
  expect(await to(`${good}x.png`, 'away')).toBeUndefined();
  for (const address of [
    '//evil.example/img/',
    'https://bad.example.evil.test/',
    'https://bad.example/',
    'https://good.example.evil.test/img/',
    'https://good.example@evil.test/img/',
    `${good}../x`,
    `${good}%2e%2e/x`,
    `${good}\\..\\x`,
    `${good}x\r\nSet-Cookie: a=b`,
    `\u0000${good}`,
    ` ${good}`,
    `${good}é`,
    'javascript:x//',
  ]) {
    expect([address, await to(address)]).toEqual([address, undefined]);
  }
});
