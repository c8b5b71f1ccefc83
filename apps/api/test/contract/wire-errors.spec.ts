import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';
import { API_ROOT } from '../../src/http/api-root.js';
import { errorText, TestApi } from '../support/test-api.js';
import type { Call, Reply } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ maxBodyBytes: 2048 });
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
});
afterAll(() => api.stop());

const JSON_BODY = { 'Content-Type': 'application/json' };
const user = (more: object): Call => ({
  headers: JSON_BODY,
  body: { username: 'zoe', password: 'p1-secret', ...more },
});

interface Row {
  readonly request: readonly [method: string, path: string, call?: Call];
  readonly status: number;
  readonly title: string;
  readonly exception: string;
  readonly code: ErrorCode;
  readonly message: string;
  /** default: the path of the request */
  readonly resource?: string;
  readonly detail?: string;
}

const IAE = { status: 400, title: 'Bad Request', exception: 'IllegalArgumentException' };

/** The errors that are not specific to an endpoint, and some that are. Contract: core 1.7 */
const ROWS: readonly Row[] = [
  {
    ...IAE,
    request: ['GET', '/users/%ff?x=y'],
    code: 'unreadable-address',
    message: 'Could not read the request address',
    detail: 'percent-encoded UTF-8 without U+0000',
  },
  {
    ...IAE,
    request: ['POST', '/users', { headers: JSON_BODY, body: '{' }],
    code: 'unreadable-body',
    message: 'Could not read the request body: the JSON is not valid',
    detail: 'JSON as RFC 8259 has it',
  },
  {
    ...IAE,
    request: ['POST', '/users', { headers: { 'Content-Type': 'text/xml' }, body: '<x/>' }],
    code: 'unreadable-body',
    message: 'Could not read the request body: the root element must be user or users',
    detail: 'in this letter case, and without a namespace',
  },
  {
    ...IAE,
    request: [
      'POST',
      '/users/ola/roster',
      { headers: JSON_BODY, body: { jid: 'cy@example.org', subscriptionType: '<ø'.repeat(200) } },
    ],
    code: 'invalid-value',
    message: `Invalid value for subscriptionType: ${'<ø'.repeat(50)}`,
    detail: 'one of remove, none, to, from, both, or its number',
  },
  {
    ...IAE,
    request: ['POST', '/users', user({ password: ['p1-secret'] })],
    code: 'invalid-value',
    message: 'Invalid value for password',
    detail: 'text',
  },
  {
    ...IAE,
    request: ['POST', '/users', user({ name: 'x'.repeat(101) })],
    code: 'value-too-long',
    message: 'Invalid value for name: longer than 100 characters',
    detail: 'at most 100 characters',
  },
  {
    request: ['GET', '/users', { authorization: null }],
    status: 401,
    title: 'Unauthorized',
    exception: 'NotAuthorizedException',
    code: 'authentication-failed',
    message: 'Authentication failed',
  },
  {
    request: ['GET', '/nonsense/%C3%A6?x=y'],
    status: 404,
    title: 'Not Found',
    exception: 'NotFoundException',
    code: 'resource-not-found',
    message: 'There is no resource at this address',
  },
  {
    request: ['DELETE', '/users/gh%26st'],
    status: 404,
    title: 'Not Found',
    exception: 'UserNotFoundException',
    code: 'user-not-found',
    message: 'Could not get user',
    resource: 'gh&st',
  },
  {
    request: ['PATCH', '/users?x=y'],
    status: 405,
    title: 'Method Not Allowed',
    exception: 'MethodNotAllowedException',
    code: 'method-not-allowed',
    message: 'The method is not supported at this address',
  },
  {
    request: ['POST', '/users', user({ username: 'OLA' })],
    status: 409,
    title: 'Conflict',
    exception: 'UserAlreadyExistsException',
    code: 'user-already-exists',
    message: 'Could not create new user',
    detail: 'the user name is taken: OLA',
    resource: 'OLA',
  },
  {
    request: ['POST', '/users', user({ name: 'x'.repeat(2048) })],
    status: 413,
    title: 'Payload Too Large',
    exception: 'PayloadTooLargeException',
    code: 'body-too-large',
    message: 'The request body is too large',
  },
  {
    request: ['POST', '/users', { headers: { 'Content-Type': 'text/plain' }, body: 'x' }],
    status: 415,
    title: 'Unsupported Media Type',
    exception: 'UnsupportedMediaTypeException',
    code: 'unsupported-media-type',
    message: 'The type or coding of the request body is not supported',
    detail: 'send application/json or application/xml',
  },
];

function send(request: Row['request'], accept: string): Promise<Reply> {
  const [method, path, call = {}] = request;
  return api.send(method, path, { ...call, headers: { ...call.headers, Accept: accept } });
}

describe.each(ROWS)('$status $message', (row) => {
  const { request, status, title, exception, code, message, detail } = row;
  const resource = row.resource ?? API_ROOT + request[1].split('?')[0]!;
  const whole = detail === undefined ? message : `${message}: ${detail}`;
  const type = `${API_ROOT}/docs/errors#${code}`;
  const problem = { type, title, status, detail: whole, resource, exception, code };

  it.each([
    ['application/xml', errorText('xml', exception, message, resource, detail)],
    ['text/xml', errorText('xml', exception, message, resource, detail)],
    ['application/json', errorText('json', exception, message, resource, detail)],
    ['application/problem+json', JSON.stringify(problem)],
  ])('is written as %s', async (label, text) => {
    const reply = await send(request, label);
    expect([reply.status, reply.text]).toEqual([status, text]);
    expect(reply.headers).toMatchObject({ 'content-type': label, 'x-error-code': code });
    expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
  });
});

it('406 is written in an accepted form, else in that of the request body, else in XML', async () => {
  const path = `${API_ROOT}/users`;
  const message = 'None of the accepted media types can be produced';
  const reply = await api.send('GET', '/users', { headers: { Accept: 'text/html' } });
  expect(reply).toMatchObject({
    status: 406,
    text: errorText('xml', 'NotAcceptableException', message, path),
  });
  const headers = { Accept: 'application/problem+json, text/html' };
  const problem = await api.send('GET', '/users', { headers });
  expect(problem.status).toBe(406);
  expect(JSON.parse(problem.text)).toMatchObject({ title: 'Not Acceptable', detail: message });
});

it('403 and 429 are written in all forms', async () => {
  const limited = await TestApi.start({ failedLoginLimit: 1 });
  for (let tries = 0; tries < 2; tries += 1) {
    await limited.send('GET', '/users', { authorization: 'wrong' });
  }
  const all = async (status: number, title: string, message: string): Promise<void> => {
    for (const accept of ['application/xml', 'application/json', 'application/problem+json']) {
      const reply = await limited.send('GET', '/users', { headers: { Accept: accept } });
      expect(reply.status).toBe(status);
      expect(reply.headers['content-type']).toBe(accept);
      expect(reply.text).toContain(message);
      if (accept === 'application/problem+json') expect(JSON.parse(reply.text).title).toBe(title);
    }
  };
  await all(429, 'Too Many Requests', 'Too many requests');
  await limited.setProperty('plugin.restapi.enabled', 'false');
  await all(403, 'Forbidden', 'The REST API is disabled');
  await limited.stop();
});

describe('the form of an error document', () => {
  it.each([
    ['application/json, text/plain, */*', undefined, 'application/json'],
    ['application/json;q=0.5, */*', undefined, 'application/json'],
    ['text/html', 'application/json', 'application/json'],
    ['text/html', undefined, 'application/xml'],
    ['*/*', undefined, 'application/xml'],
    ['*/*', 'application/json; charset=utf-8', 'application/json'],
    ['*/*', 'text/xml', 'text/xml'],
    ['*/*', 'text/plain', 'application/xml'],
    [undefined, undefined, 'application/xml'],
    [undefined, 'application/json', 'application/json'],
    ['application/xml;q=0.5, application/json;q=0.6', undefined, 'application/json'],
    ['text/xml, application/json', 'application/json', 'text/xml'],
    ['application/json;q=0, */*', 'application/json', 'application/json'],
    ['application/json;q=0, application/xml;q=0', undefined, 'application/xml'],
    ['APPLICATION/PROBLEM+JSON;charset=utf-8', 'application/json', 'application/problem+json'],
    ['application/problem+json;q=0.1, */*', undefined, 'application/problem+json'],
    ['application/vnd.x+json', undefined, 'application/xml'],
    [';;,', undefined, 'application/xml'],
  ])('for Accept %s and Content-Type %s is %s', async (accept, type, label) => {
    const headers = {
      ...(accept === undefined ? {} : { Accept: accept }),
      ...(type === undefined ? {} : { 'Content-Type': type }),
    };
    for (const [method, path] of [
      ['DELETE', '/users/ghost'],
      ['PUT', '/nonsense'],
    ] as const) {
      const reply = await api.send(method, path, { headers, ...(type ? { body: 'x' } : {}) });
      expect(reply.status).toBe(404);
      expect(reply.headers['content-type']).toBe(label);
      expect(reply.text.slice(0, 1)).toBe(label.endsWith('json') ? '{' : '<');
    }
  });
});

it('an empty resource is present and empty', async () => {
  const item = { jid: 'cy@example.org' };
  await api.call('POST', '/users/ola/roster', 'json', item);
  const json = await api.call('POST', '/users/ola/roster', 'json', item);
  expect(json.text).toBe(
    '{"resource":"","message":"Could not create roster item","exception":"UserAlreadyExistsException","detail":"in the roster already: cy@example.org"}',
  );
  const xml = await api.call(
    'POST',
    '/users/ola/roster',
    'xml',
    '<rosterItem><jid>cy@example.org</jid></rosterItem>',
  );
  expect(xml.text).toMatch(/<resource(\/>|><\/resource>)<detail>[^<]+<\/detail><\/error>$/);
});

it('an error document never shows the password that was sent', async () => {
  for (const body of [
    '{"username":"zoe","password":"p9-secret"',
    '{"username":"zoe","password":{"a":"p9-secret"}}',
    '{"username":"","password":"p9-secret"}',
    '{"username":"ola","password":"p9-secret"}',
    `{"username":"zoe","password":"p9-secret${'x'.repeat(1100)}"}`,
    '{"username":"zoe","password":"p9-secret\\u0007"}',
  ]) {
    const reply = await api.call('POST', '/users', 'json', body);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.text).not.toContain('p9-secret');
  }
});
