import { errorText, forms, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
});
afterAll(() => api.stop());

const locked = async (): Promise<boolean> =>
  (await api.database.sql("select from lockout where username = 'ola'")).length === 1;

describe.each(forms)('lockouts as %s', (form) => {
  it('lock and unlock a user, idempotently', async () => {
    for (const [method, status, expected] of [
      ['POST', 201, true],
      ['POST', 201, true],
      ['DELETE', 200, false],
      ['DELETE', 200, false],
    ] as const) {
      const reply = await api.call(method, '/lockouts/OLA', form);
      expect(reply).toMatchObject({ status, text: '' });
      expect(await locked()).toBe(expected);
    }
  });

  it.each(['POST', 'DELETE'])('%s of an unknown user is 404', async (method) => {
    const reply = await api.call(method, '/lockouts/ghost', form);
    expect(reply.status).toBe(404);
    expect(reply.text).toEqual(
      errorText(form, 'UserNotFoundException', 'Could not get user', 'ghost'),
    );
  });

  it.each(['POST', 'DELETE'])(
    '%s without credentials is 401 and changes nothing',
    async (method) => {
      const headers = { Accept: `application/${form}` };
      const reply = await api.send(method, '/lockouts/ola', { headers, authorization: null });
      expect(reply.status).toBe(401);
      expect(reply.text).toEqual(
        errorText(
          form,
          'NotAuthorizedException',
          'Authentication failed',
          '/plugins/restapi/v1/lockouts/ola',
        ),
      );
      expect(await locked()).toBe(false);
    },
  );
});

it('a lockout ignores any body', async () => {
  for (const [type, body] of [
    ['application/json', '[]'],
    ['application/x-www-form-urlencoded', ''],
    ['text/plain', 'nonsense'],
    ['application/xml', '<unclosed'],
  ] as const) {
    const reply = await api.send('POST', '/lockouts/ola', {
      headers: { 'Content-Type': type },
      body,
    });
    expect(reply.status).toBe(201);
  }
  await api.call('DELETE', '/lockouts/ola', 'xml');
});

it('every change leaves one audit entry, including refused ones', async () => {
  await api.audited();
  await api.call('POST', '/lockouts/ola', 'xml');
  await api.call('DELETE', '/lockouts/ola', 'xml');
  await api.call('POST', '/lockouts/ghost', 'xml');
  expect(await api.audited()).toEqual([
    {
      username: 'secret',
      summary: 'POST lockout ola',
      details: expect.stringMatching(
        /^object=\/lockouts\/ola; outcome=201; request=.+; address=127\.0\.0\.1$/,
      ),
    },
    {
      username: 'secret',
      summary: 'DELETE lockout ola',
      details: expect.stringContaining('outcome=200'),
    },
    {
      username: 'secret',
      summary: 'POST lockout ghost',
      details: expect.stringContaining('outcome=404; exception=UserNotFoundException'),
    },
  ]);
});
