import pg from 'pg';
import { API_ROOT } from '../../src/http/api-root.js';
import { errorText, forms, TestApi } from '../support/test-api.js';

let api: TestApi;
let server: pg.Client;
let name: string;

beforeAll(async () => {
  api = await TestApi.start();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  const url = new URL(api.database.url);
  name = url.pathname.slice(1);
  url.pathname = '/postgres';
  server = new pg.Client({ connectionString: url.href });
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await api.stop();
});

async function takeAway(): Promise<void> {
  await server.query(`alter database ${name} allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
}

async function bringBack(): Promise<void> {
  await server.query(`alter database ${name} allow_connections true`);
}

/** The pool only notices on its next use that its connections are gone. */
async function becomes(status: number): Promise<void> {
  let last = 0;
  for (let tries = 0; tries < 200 && last !== status; tries += 1) {
    last = (await api.call('GET', '/users/ola', 'json')).status;
    expect([200, 503]).toContain(last);
  }
  expect(last).toBe(status);
}

describe('while the database is unavailable', () => {
  beforeAll(async () => {
    await takeAway();
    await becomes(503);
  });
  afterAll(async () => {
    await bringBack();
    await becomes(200);
  });

  describe.each(forms)('in %s', (form) => {
    it.each([
      ['GET', '/users/ola', {}],
      ['GET', '/users', {}],
      ['GET', '/groups', {}],
      ['GET', '/users/ola/vcard', {}],
      ['DELETE', '/users/ola', {}],
      ['POST', '/lockouts/ola', {}],
      ['POST', '/users', { body: { username: 'zoe', password: 'p1-secret' } }],
      ['PUT', '/users/ola', { body: { name: 'Ola' } }],
    ])('%s %s is 503 with an error document', async (method, path, call) => {
      const accept = form === 'xml' && path.endsWith('vcard') ? 'text/xml' : `application/${form}`;
      const headers = { Accept: accept, 'Content-Type': 'application/json' };
      const reply = await api.send(method, path, { ...call, headers });
      if (form === 'json' && path.endsWith('vcard')) {
        expect(reply.status).toBe(406);
        return;
      }
      expect(reply.status).toBe(503);
      expect(reply.headers['content-type']).toBe(accept);
      expect(reply.text).toEqual(
        errorText(
          form,
          'ServiceUnavailableException',
          'The database cannot be reached',
          API_ROOT + path,
        ),
      );
    });
  });

  it.each([
    ['GET', '/nonsense', {}, 404],
    ['GET', '/users', { authorization: null }, 401],
    ['GET', '/users', { authorization: 'wrong' }, 401],
    ['PATCH', '/users', {}, 405],
    ['OPTIONS', '/users', {}, 200],
    ['GET', '/users/%zz', {}, 400],
    ['POST', '/users', { headers: { 'Content-Type': 'application/json' }, body: '{' }, 400],
  ])('%s %s is answered as usual', async (method, path, call, status) => {
    expect((await api.send(method, path, call)).status).toBe(status);
  });
});

it('logins that need the database are 503 while it is unavailable', async () => {
  await api.call('POST', '/users', 'json', { username: 'admin', password: 'p1-secret' });
  await api.setProperty('plugin.restapi.httpAuth', 'basic');
  const authorization = `Basic ${Buffer.from('admin:p1-secret').toString('base64')}`;
  const wrong = `Basic ${Buffer.from('admin:wrong').toString('base64')}`;
  const status = async (credentials: string): Promise<number> =>
    (await api.send('GET', '/users/ola', { authorization: credentials })).status;
  expect(await status(authorization)).toBe(200);
  await takeAway();
  for (const credentials of [authorization, wrong]) expect(await status(credentials)).toBe(503);
  await bringBack();
  let last = 0;
  for (let tries = 0; tries < 200 && last !== 200; tries += 1) last = await status(authorization);
  expect(last).toBe(200);
  expect(await status(wrong)).toBe(401);
  await api.setProperty('plugin.restapi.httpAuth', 'secret');
});

it('refused requests have changed nothing', async () => {
  const users = await api.database.sql('select username from account order by username');
  expect(users).toEqual([{ username: 'admin' }, { username: 'ola' }]);
  expect(await api.database.sql('select from lockout')).toEqual([]);
});
