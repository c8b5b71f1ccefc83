import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { call, SECRET } from '../src/http.js';
import { Load } from '../src/load.js';
import { command } from './command.js';
import { Environment } from './environment.js';

const suite = await suiteNeeds(describe, 'secret rotation', ['redis-server', 'haproxy']);

suite('a secret that is rotated under load', () => {
  let environment: Environment;
  let load: Load | undefined;
  beforeAll(async () => (environment = await Environment.start({ API_FAILED_LOGIN_LIMIT: '0' })));
  afterEach(() => load?.stop());
  afterAll(() => environment?.stop());

  const admin = async (words: string) =>
    (await command(environment.cluster.databaseUrl, words)).trim();
  /** Resolves once every instance answers so. */
  const answer = (expected: number, authorization: string) =>
    until(`all answer ${expected}`, async () => {
      const replies = environment.cluster.urls.map((url) =>
        call(url, 'GET', '/users/nobody', { authorization }),
      );
      return (await Promise.all(replies)).every(({ status }) => status === expected);
    });

  /** @param rotate @returns the secret that callers get, with the one before still valid */
  async function passedOn(former: string, prefix: string, rotate: () => Promise<string>) {
    const { cluster } = environment;
    load = new Load(cluster.url, () => [], prefix, former);
    await load.progress();
    const authorization = await rotate();
    await load.progress();
    await answer(404, authorization);
    load.authorization = authorization;
    await load.progress();
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(await environment.lost(load)).toEqual([]);
    await answer(404, former);
    return authorization;
  }

  it('with an overlap fails no request, without one those of the former secret', async () => {
    const first = await passedOn(SECRET, 'first', () => admin('secret rotate --overlap 1h'));
    const second = await passedOn(first, 'second', () => admin('secret rotate --overlap 1h'));
    await answer(401, SECRET);
    load = new Load(environment.cluster.url, () => [], 'third', second);
    await load.progress();
    const third = await admin('secret rotate');
    await until('a request has failed', () => load!.failures.length > 0);
    load.authorization = third;
    await answer(401, second);
    await load.progress();
    await load.stop();
    const statuses = load.failures.map(({ reply }) => reply?.status);
    expect([...new Set(statuses)]).toEqual([401]);
  });

  it('and is that of a key, fails no request', async () => {
    const token = await admin('key create load --scope users:read --scope users:write');
    const { cluster } = environment;
    const secret = await admin('secret show');
    const [, id] = /^cak_([^_]+)_/.exec(token)!;
    await answer(404, `Bearer ${token}`);
    await passedOn(`Bearer ${token}`, 'key', async () => {
      const path = `/keys/${id}/rotate?overlap=3600`;
      const { status, text } = await call(cluster.url, 'POST', path, { authorization: secret });
      expect(status).toBe(200);
      return `Bearer ${(JSON.parse(text) as { token: string }).token}`;
    });
  });
});
