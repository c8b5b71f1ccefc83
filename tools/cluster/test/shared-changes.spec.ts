import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { Environment } from './environment.js';
import { basic, call, get } from '../src/http.js';

const suite = await suiteNeeds(describe, 'shared changes', ['redis-server', 'haproxy']);

suite('a change on one instance', () => {
  let environment: Environment;
  let [one, other] = ['', ''];
  const settings = {
    API_ALLOW_SECURITY_PROPERTIES: 'true',
    API_INITIAL_ADMIN_PASSWORD: 'admin-admin',
    API_FAILED_LOGIN_LIMIT: '0',
  };
  const admin = basic('admin', 'admin-admin');
  beforeAll(async () => {
    environment = await Environment.start(settings);
    [one, other] = environment.cluster.urls as [string, string];
  });
  afterAll(() => environment?.stop());

  /** The status of a change on one instance, with credentials valid there. */
  async function change(method: string, path: string, body?: object, authorization?: string) {
    const options = { ...(body && { body }), ...(authorization && { authorization }) };
    const { status, text } = await call(one, method, path, options);
    expect([method, path, status, text]).toEqual([method, path, method === 'POST' ? 201 : 200, '']);
  }
  const answers = (expected: number, authorization?: string) =>
    until(`the other instance answers ${expected}`, async () => {
      const { status } = await call(other, 'GET', '/users', {
        ...(authorization && { authorization }),
      });
      return status === expected;
    });

  it('of a property is visible on the other', async () => {
    const key = 'greeting.text';
    await change('POST', '/system/properties', { key, value: 'hello' });
    expect(await get(other, `/system/properties/${key}`)).toEqual({ key, value: 'hello' });
    await change('PUT', `/system/properties/${key}`, { key, value: 'goodbye' });
    expect(await get(other, `/system/properties/${key}`)).toEqual({ key, value: 'goodbye' });
  });

  it('of the login scheme, of a lockout and of a password takes effect on the other', async () => {
    await change('POST', '/users', { username: 'boss', password: 'first-password' });
    const administrators = 'admin@example.org,boss@example.org';
    const key = 'admin.authorizedJIDs';
    await change('POST', '/system/properties', { key, value: administrators });
    const scheme = { key: 'plugin.restapi.httpAuth', value: 'basic' };
    await change('PUT', `/system/properties/${scheme.key}`, scheme);
    const boss = basic('boss', 'first-password');
    await answers(200, boss);
    await answers(401);

    await change('POST', '/lockouts/boss', undefined, admin);
    await answers(401, boss);
    await change('DELETE', '/lockouts/boss', undefined, admin);
    await answers(200, boss);

    await change('PUT', '/users/boss', { username: 'boss', password: 'second-password' }, admin);
    await answers(401, boss);
    await answers(200, basic('boss', 'second-password'));
  });
});
