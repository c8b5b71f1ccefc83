import { ERROR_ANSWERS } from '@chat-admin/codecs/errors/error-answers';
import { doJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { errorText, forms, TestApi } from '../support/test-api.js';
import type { Form } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  await made('/users', { username: 'ola', password: 'p' });
  await made('/users/ola/roster', { jid: 'cy@far.example' });
  await made('/groups', { name: 'Crew' });
  await made('/groups', { name: 'Pals', shared: true, members: ['ola', 'kim'] });
  await made('/chatrooms', { roomName: 'den' });
  await made('/system/properties', { key: 'one.key', value: 'x' });
});
afterAll(() => api.stop());

const made = async (path: string, body: object) =>
  expect(await api.call('POST', path, 'json', body)).toMatchObject({ status: 201 });

const detailIn = (form: Form, text: string): string | undefined =>
  form === 'json'
    ? (JSON.parse(text) as { readonly detail?: string }).detail
    : /<detail>(.*)<\/detail><\/error>$/
        .exec(text)?.[1]!
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');

const user = (username: string, more: object = {}) => ({ username, password: 'p', ...more });
const noName = (name: string, reason: string) => `not a user name: ${name}: ${reason}`;
const LONG = 'x'.repeat(120);

/** Bodies are sent in JSON, answers asked for in both. */
const ROWS: readonly (readonly [
  method: string,
  path: string,
  body: object | undefined,
  detail: string,
])[] = [
  ['POST', '/users', user(''), 'user name missing'],
  ['POST', '/users', user('ola'), 'the user name is taken: ola'],
  ['POST', '/users', user('ann smith'), noName('ann smith', 'a blank is written \\20 (XEP-0106)')],
  ['POST', '/users', user('a@b'), noName('a@b', '@ is written \\40 (XEP-0106)')],
  ['POST', '/users', user('a<b'), noName('a<b', '< is written \\3c (XEP-0106)')],
  ['POST', '/users', user('a&b'), noName('a&b', '& is written \\26 (XEP-0106)')],
  ['POST', '/users', user(LONG), noName(LONG.slice(0, 100), 'longer than 64 characters')],
  ['POST', '/users', user('x'.repeat(1200)), noName('x'.repeat(100), 'longer than 64 characters')],
  ['POST', '/users', user('aא'), noName('aא', 'it mixes directions of writing (RFC 3454)')],
  ['POST', '/users', user('\u{1f600}'), noName('\u{1f600}', 'U+1F600 is not allowed')],
  ['POST', '/users', { username: 'kim' }, 'password missing'],
  ['POST', '/users', user('kim', { properties: [{ key: 'a' }] }), 'value missing: a'],
  ['POST', '/users', user('kim', { properties: [{ value: 'secret' }] }), 'key missing'],
  ['POST', '/users', user('kim', { name: LONG }), 'at most 100 characters'],
  ['PUT', '/users/ola', { password: '' }, 'leave it out to keep the password'],
  ['PUT', '/users/ola', { username: 'a b' }, noName('a b', 'a blank is written \\20 (XEP-0106)')],
  ['POST', '/users/ola/roster', {}, 'jid missing'],
  ['POST', '/users/ola/roster', { jid: 'CY@far.example' }, 'in the roster already: CY@far.example'],
  ['POST', '/users/ola/roster', { jid: '@far.example' }, 'nothing stands before the @'],
  ['POST', '/users/ola/roster', { jid: 'a@-b.example' }, 'what it has for a domain is none'],
  [
    'POST',
    '/users/ola/roster',
    { jid: 'b@c', subscriptionType: 'all' },
    'one of remove, none, to, from, both, or its number',
  ],
  ['POST', '/users/ola/groups', { groupnames: [LONG] }, 'longer than 50 characters'],
  ['POST', '/groups', {}, 'name missing'],
  ['POST', '/groups', { name: 'Crew' }, 'the group name is taken: Crew'],
  ['POST', '/groups', { name: 'B', members: ['a b'] }, 'a blank is written \\20 (XEP-0106)'],
  ['PUT', '/groups/Crew', { name: 'Deck' }, 'the document names Deck'],
  [
    'PUT',
    '/lockouts/ola',
    { from: '2040-01-02T00:00:00Z', until: '2040-01-01T00:00:00Z' },
    'until 2040-01-01T00:00:00Z is not after from 2040-01-02T00:00:00Z',
  ],
  ['POST', '/messages/users', {}, 'body missing'],
  ['POST', '/system/properties', { value: 'x' }, 'key missing'],
  ['POST', '/system/properties', { key: 'a' }, 'value missing'],
  [
    'POST',
    '/system/properties',
    { key: 'a b', value: 'x' },
    "letters, digits, _, ' and -, in parts that dots separate",
  ],
  ['PUT', '/system/properties/one.key', { key: 'b', value: 'x' }, 'the document names b'],
  ['POST', '/chatrooms', { roomName: 'den' }, 'the room exists'],
  ['POST', '/chatrooms', { roomName: 'new', maxUsers: 'many' }, 'a whole number'],
  [
    'POST',
    '/chatrooms',
    { roomName: 'new', allowPM: 'me' },
    'one of anyone, participants, moderators, none',
  ],
  [
    'POST',
    '/keys',
    { name: 'k', scopes: [] },
    expect.stringMatching(/^one of users:read, .*, \*:read$/) as string,
  ],
  ['GET', '/users?limit=0', undefined, '1 to 1000'],
  ['POST', '/users/ola/roster?mutual=maybe', { jid: 'a@b.example' }, 'one of true, false'],
  ['POST', '/jobs?type=users&groups=some', undefined, 'one of add, set'],
  [
    'GET',
    '/users?sort=age',
    undefined,
    'one of username, name, created, or the same with - in front, which turns the order round',
  ],
];

describe.each(forms)('refusals as %s say why [CK-10]', (form) => {
  it.each(ROWS)('%s %s %j', async (method, path, body, detail) => {
    const headers = { Accept: `application/${form}`, 'Content-Type': 'application/json' };
    const reply = await api.send(method, path, { headers, body: body && JSON.stringify(body) });
    expect([400, 409]).toContain(reply.status);
    expect(detailIn(form, reply.text)).toEqual(detail);
  });

  it('of what a key may not do, the rule', async () => {
    const { bearer } = await makeKey(api, ['keys:write', 'users:read'], { rateLimit: 60 });
    const reply = await api.send('POST', '/keys', {
      headers: { Accept: `application/${form}`, 'Content-Type': 'application/json' },
      body: { name: 'strong', scopes: ['users:read'] },
      authorization: bearer,
    });
    const { exception, text } = ERROR_ANSWERS['key-too-strong'];
    expect(reply).toMatchObject({
      status: 403,
      text: errorText(form, exception, text, '/plugins/restapi/v1/keys', 'rateLimit: 1 to 60'),
    });
  });
});

it('a problem document has the message and the detail', async () => {
  const headers = { Accept: 'application/problem+json', 'Content-Type': 'application/json' };
  const reply = await api.send('POST', '/users', { headers, body: user('ola') });
  expect(JSON.parse(reply.text)).toMatchObject({
    status: 409,
    detail: 'Could not create new user: the user name is taken: ola',
  });
});

it('a control character is told by its code point', async () => {
  const reply = await api.call('POST', '/users', 'json', user('a\u0007b'));
  expect(detailIn('json', reply.text)).toBe(noName('a\u0007b', 'U+0007 is not allowed'));
});

it('no detail tells a password or the value of a property', async () => {
  for (const [path, body] of [
    ['/users', user('kim', { password: 'hidden\u0007' })],
    ['/users', user('kim', { password: { hidden: 1 } })],
    ['/system/properties', { key: 'a.token', value: 'hidden'.repeat(1000) }],
  ] as const) {
    const reply = await api.call('POST', path, 'json', body);
    expect(reply.status).toBe(400);
    expect(detailIn('json', reply.text)).not.toContain('hidden');
  }
});

it('results of jobs say why, in CSV behind the message', async () => {
  const { job } = await doJob(api, 'type=users', 'username,password\na b,p\nola,p\n');
  const results = (accept: string) =>
    api.send('GET', `/jobs/${job.id}/results`, { headers: { Accept: accept } });
  const details = [
    noName('a b', 'a blank is written \\20 (XEP-0106)'),
    'the user name is taken: ola',
  ];
  const inJson = JSON.parse((await results('application/json')).text) as {
    readonly jobResults: readonly { readonly detail: string }[];
  };
  expect(inJson.jobResults.map(({ detail }) => detail)).toEqual(details);
  const inXml = (await results('application/xml')).text;
  for (const detail of details) expect(inXml).toContain(`<detail>${detail}</detail></jobResult>`);
  const [header, ...lines] = (await results('text/csv')).text.trim().split('\r\n');
  expect(header).toBe('line,object,outcome,exception,message,detail');
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(details);
});
