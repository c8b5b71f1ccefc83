import { badArgument, expectError, refusal } from '../support/expectations.js';
import { makeKey } from '../support/keys.js';
import { errorText, forms, TestApi, XML } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const HOUR = 3_600_000;

const apis: TestApi[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  apis.push(api, await TestApi.start({}, api.database));
  const users = ['ola', 'zoe', 'cy', 'dan'].map((username) => ({
    username,
    password: 'p1-secret',
  }));
  await api.call('POST', '/users', 'json', { users });
});
afterAll(async () => {
  await apis[1]!.close();
  await api.stop();
});
afterEach(() => api.database.sql('delete from lockout'));

interface Shown {
  readonly username: string;
  readonly reason?: string;
  readonly author?: string;
  readonly created: string;
  readonly from: string;
  readonly until?: string;
  readonly active: boolean;
}

const hours = (amount: number) =>
  new Date(Date.now() + amount * HOUR).toISOString().replace('Z', '+00:00');
const put = (user: string, body?: object, form: 'json' | 'xml' = 'json') =>
  api.call('PUT', `/lockouts/${user}`, form, body);
const read = async (user: string): Promise<Shown> =>
  JSON.parse((await api.call('GET', `/lockouts/${user}`, 'json')).text) as Shown;
/** Moves the times of a lockout, as if it had been made that much earlier. */
const age = (user: string, by: string) =>
  api.database.sql(
    `update lockout set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval where username = $1`,
    [user, by],
  );

async function names(query: string): Promise<readonly string[]> {
  const { status, text } = await api.call('GET', `/lockouts${query}`, 'json');
  expect([query, status]).toEqual([query, 200]);
  return (JSON.parse(text) as { lockouts: Shown[] }).lockouts.map(({ username }) => username);
}

describe('PUT of a lockout', () => {
  it('makes one with reason and end, and replaces it', async () => {
    const until = hours(1);
    const made = await put('OLA', { reason: 'Spam in tearoom', until });
    expect(made).toMatchObject({ status: 201, text: '' });
    expect(made.headers.location).toBe(`${ROOT}/lockouts/ola`);
    const first = await read('ola');
    expect(first).toEqual({
      ...{ username: 'ola', reason: 'Spam in tearoom', author: 'secret', until, active: true },
      ...{ created: first.created, from: first.from },
    });
    const key = await makeKey(api, ['lockouts:write']);
    const replaced = await api.send('PUT', '/lockouts/ola', {
      headers: { 'Content-Type': 'application/xml' },
      body: '<lockout><reason>Quarrels</reason></lockout>',
      authorization: key.bearer,
    });
    expect(replaced).toMatchObject({ status: 200, text: '' });
    expect(replaced.headers.location).toBeUndefined();
    expect(await read('ola')).toEqual({
      ...{ username: 'ola', reason: 'Quarrels', author: `key:${key.name}`, active: true },
      ...{ created: first.created, from: first.from },
    });
  });

  it.each([[undefined], [{}], [{ username: 'zoe', author: 'me', reason: '' }]])(
    'of %j is one without reason and end, from now on',
    async (body) => {
      expect((await put('ola', body)).status).toBe(201);
      const { created, from, ...rest } = await read('ola');
      expect(rest).toEqual({ username: 'ola', author: 'secret', active: true });
      expect(from).toBe(created);
    },
  );

  it('keeps the start of an active one, and takes a start in the past as now', async () => {
    await put('ola', { from: hours(-5) });
    const { from } = await read('ola');
    expect(Date.parse(from)).toBeGreaterThan(Date.now() - HOUR);
    await put('ola', { reason: 'Again' });
    expect((await read('ola')).from).toBe(from);
    await put('ola', { from: hours(1) });
    const later = await read('ola');
    expect(later).toMatchObject({ active: false, author: 'secret' });
    await put('ola', {});
    expect(Date.parse((await read('ola')).from)).toBeLessThan(Date.parse(later.from));
  });

  it('of what is so already changes nothing, sent back as it was read', async () => {
    await put('ola', { reason: 'Spam', until: hours(1) });
    const before = await api.database.sql('select *, xmin from lockout');
    expect((await put('ola', await read('ola'))).status).toBe(200);
    expect(await api.database.sql('select *, xmin from lockout')).toEqual(before);
  });

  it.each(forms)('refuses what cannot be, as %s', async (form) => {
    const refused = async (user: string, body: object) => {
      const { status, text } = await api.send('PUT', `/lockouts/${user}`, {
        headers: { Accept: `application/${form}`, 'Content-Type': 'application/json' },
        body,
      });
      return [status, text];
    };
    expect(await refused('ghost', { reason: 'x'.repeat(256) })).toEqual([
      404,
      errorText(form, 'UserNotFoundException', 'Could not get user', 'ghost'),
    ]);
    const late = 'Could not lock the user, because the end is not after the start';
    const end = hours(2);
    for (const body of [
      { until: hours(-1) },
      { from: end, until: end },
      { from: hours(2), until: hours(1) },
    ]) {
      expect(await refused('Ola', body)).toEqual([
        400,
        errorText(form, 'IllegalArgumentException', late, 'Ola'),
      ]);
    }
    expect(await refused('ola', { reason: 'x'.repeat(256), until: hours(-1) })).toEqual([
      400,
      errorText(
        form,
        'IllegalArgumentException',
        'Invalid value for reason: longer than 255 characters',
        `${ROOT}/lockouts/ola`,
      ),
    ]);
    expect((await refused('ola', { until: 'soon' }))[0]).toBe(400);
    expect(await api.database.sql('select from lockout')).toEqual([]);
    expect((await put('ola', { reason: '🦆'.repeat(255) })).status).toBe(201);
  });

  it('leaves one audit entry with end and reason, also when it fails', async () => {
    await api.audited();
    await put('ola', { reason: 'Spam; a=b', until: '2036-11-29T08:00:00Z' });
    await put('ghost', { reason: 'x'.repeat(9000) });
    const [made, failed] = await api.audited();
    expect(made).toMatchObject({ username: 'secret', summary: 'PUT lockout ola' });
    expect(made!.details).toMatch(
      /^object=\/lockouts\/ola; outcome=201; request=.+; address=127\.0\.0\.1; until=2036-11-29T08:00:00\.000\+00:00; reason=Spam%3B%20a%3Db$/,
    );
    expect(failed!.details).toContain('outcome=404; exception=UserNotFoundException');
    expect(failed!.details.length).toBeLessThan(500);
  });
});

describe('GET of a lockout', () => {
  it.each(forms)('shows it as %s', async (form) => {
    await put('ola', { reason: 'Spam', until: '2036-11-29T08:00:00Z' });
    await api.database.sql(
      `update lockout set locked_at = '2026-11-22T08:00:00Z', starts_at = '2026-11-22T08:00:00Z'`,
    );
    const fields = [
      ['username', 'ola'],
      ['reason', 'Spam'],
      ['author', 'secret'],
      ['created', '2026-11-22T08:00:00.000+00:00'],
      ['from', '2026-11-22T08:00:00.000+00:00'],
      ['until', '2036-11-29T08:00:00.000+00:00'],
      ['active', true],
    ] as const;
    const xml = `<lockout>${fields.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</lockout>`;
    const one = await api.call('GET', '/lockouts/Ola', form);
    const all = await api.call('GET', '/lockouts', form);
    const json = Object.fromEntries(fields);
    expect([one.status, one.text]).toEqual([
      200,
      form === 'xml' ? XML + xml : JSON.stringify(json),
    ]);
    expect([all.status, all.text]).toEqual([
      200,
      form === 'xml' ? `${XML}<lockouts>${xml}</lockouts>` : JSON.stringify({ lockouts: [json] }),
    ]);
    const chosen = await api.call('GET', '/lockouts/ola?fields=until,username', form);
    expect(chosen.text).toContain('ola');
    expect(chosen.text).not.toContain('Spam');
  });

  it('of a user who is not locked, or is not there, is 404', async () => {
    expectError(
      await api.call('GET', '/lockouts/Ola', 'json'),
      'json',
      refusal(404, 'LockoutNotFoundException')('The user is not locked', 'Ola'),
    );
    expectError(
      await api.call('GET', '/lockouts/ghost', 'json'),
      'json',
      refusal(404, 'UserNotFoundException')('Could not get user', 'ghost'),
    );
  });

  it('has a tag, which a change has to name, and which is another when it ends', async () => {
    await put('ola', { until: hours(1) });
    const tagOf = async () => (await api.call('GET', '/lockouts/ola', 'json')).headers.etag!;
    const tag = await tagOf();
    const change = (etag: string, method = 'PUT') =>
      api.send(method, '/lockouts/ola', {
        headers: { 'Content-Type': 'application/json', 'If-Match': etag },
        body: { reason: 'Spam' },
      });
    for (const method of ['PUT', 'POST', 'DELETE']) {
      expect((await change('"x"', method)).status).toBe(412);
    }
    expect((await change(tag)).status).toBe(200);
    expect((await change(tag)).status).toBe(412);
    const none = { headers: { 'If-None-Match': '*' } };
    expect((await api.send('PUT', '/lockouts/ola', none)).status).toBe(412);
    expect((await api.send('PUT', '/lockouts/zoe', none)).status).toBe(201);
    await put('ola', { until: hours(1) });
    const active = await tagOf();
    await api.database.sql(
      `update lockout set starts_at = now() - interval '2 s', ends_at = now() - interval '1 s'`,
    );
    const ended = await tagOf();
    expect(ended).not.toBe(active);
    expect((await change(ended)).status).toBe(412);
  });

  it('lists by page, order and filter', async () => {
    await put('zoe', { until: hours(3) });
    await put('cy', { from: hours(1), until: hours(2) });
    await api.call('POST', '/lockouts/ola', 'json');
    const key = await makeKey(api, ['lockouts:read', 'lockouts:write']);
    await api.send('PUT', '/lockouts/dan', { authorization: key.bearer });
    expect(await names('')).toEqual(['cy', 'dan', 'ola', 'zoe']);
    expect(await names('?sort=-until&limit=2')).toEqual(['zoe', 'cy']);
    expect(await names('?sort=created')).toHaveLength(4);
    expect(await names('?active=true')).toEqual(['dan', 'ola', 'zoe']);
    expect(await names('?active=false&author=secret')).toEqual(['cy']);
    expect(await names(`?author=key:${key.name}`)).toEqual(['dan']);
    const page = await api.call('GET', '/lockouts?limit=3&sort=until&total=true', 'json');
    expect(page.headers['x-total-count']).toBe('4');
    const next = /<(.+)>/.exec(page.headers.link as string)![1]!.slice(ROOT.length);
    expect(await names(next.slice('/lockouts'.length))).toEqual(['zoe']);
    for (const query of ['active=maybe', 'sort=author', 'limit=0', 'fields=password']) {
      const [name, value] = query.split('=');
      expectError(
        await api.call('GET', `/lockouts?${query}`, 'json'),
        'json',
        badArgument(`Invalid value for parameter ${name}: ${value}`, `${ROOT}/lockouts`),
      );
    }
  });
});

describe('the end of a lockout', () => {
  it('removes it, whichever instance does, with one audit entry by the service', async () => {
    await api.audited();
    await put('ola', { until: hours(1) });
    await age('ola', '1 hour 1 s');
    while ((await api.database.sql('select from lockout')).length > 0);
    const ends = (await api.audited()).filter(({ summary }) => summary.startsWith('END'));
    expect(ends).toEqual([
      {
        username: 'service',
        summary: 'END lockout ola',
        details: 'object=/lockouts/ola; outcome=200',
      },
    ]);
  });

  it.each([
    ['PUT', 201],
    ['POST', 201],
    ['DELETE', 200],
  ])('is noted by %s, which finds none', async (method, status) => {
    await api.audited();
    await api.database.sql(
      `insert into lockout (username, reason, starts_at, ends_at)
       values ('ola', 'Spam', now() - interval '2 s', now() - interval '1 ms')`,
    );
    expect((await api.call(method, '/lockouts/ola', 'json')).status).toBe(status);
    const summaries = (await api.audited()).map(({ username, summary }) => [username, summary]);
    expect(summaries.sort()).toEqual([
      ['secret', `${method} lockout ola`],
      ['service', 'END lockout ola'],
    ]);
    const rows = await api.database.sql('select reason from lockout');
    expect(rows).toEqual(method === 'DELETE' ? [] : [{ reason: null }]);
  });

  it('makes it count as absent in lists of users', async () => {
    await put('ola', { until: hours(1) });
    await put('zoe', { from: hours(1) });
    const of = async (name: string) =>
      JSON.parse(
        (await api.call('GET', `/users/${name}?fields=locked,lockedUntil`, 'json')).text,
      ) as { locked: boolean; lockedUntil?: string };
    expect((await of('ola')).locked).toBe(true);
    expect((await of('ola')).lockedUntil).toBe((await read('ola')).until);
    expect(await of('zoe')).toEqual({ locked: false });
    await api.database.sql(
      `update lockout set starts_at = now() - interval '2 s', ends_at = now() - interval '1 ms' where username = 'ola'`,
    );
    expect(await of('ola')).toEqual({ locked: false });
  });
});
