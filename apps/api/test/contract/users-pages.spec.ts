import { badArgument, expectError, stored } from '../support/expectations.js';
import { createGroups } from '../support/people.js';
import { TestApi, XML } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  const users = [
    ['ann', 'Zoe'],
    ['bob', 'adam'],
    ['cy', undefined],
    ['dana', 'Émile'],
    ['eve', 'adam'],
    ['_x_', 'Under'],
  ].map(([username, name]) => ({
    ...{ username, name, password: 'p1-secret' },
    email: `${username}@mail.example`,
  }));
  await api.call('POST', '/users', 'json', { users });
  for (const [index, { username }] of users.entries()) {
    await api.database.sql(
      `update account set created_at = timestamptz '2024-01-01 00:00:00.000123Z' + $2::integer / 2 * interval '1 day' where username = $1`,
      [username, index],
    );
  }
  await api.call('POST', '/lockouts/bob', 'json');
  await createGroups(api, { name: 'Crew', members: ['cy', 'far@other.example'], admins: ['ann'] });
});
afterAll(() => api.stop());

const get = (query: string, form: 'json' | 'xml' = 'json') =>
  api.call('GET', `/users${query}`, form);

async function names(query: string): Promise<readonly string[]> {
  const { status, text } = await get(query);
  expect([query, status]).toEqual([query, 200]);
  const { users } = JSON.parse(text) as { users: readonly { username: string }[] };
  return users.map(({ username }) => username);
}

/** Addresses of the pages from `query` on, as their Links say, with the names on them. */
async function walk(query: string): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for (let next: string | null = query; next !== null;) {
    const { headers, text } = await get(next);
    const { users } = JSON.parse(text) as { users: readonly { username: string }[] };
    pages.push(users.map(({ username }) => username));
    const link = headers['link'] as string | undefined;
    if (link !== undefined) expect(link).toMatch(/^<.*>; rel="next"$/);
    next = link === undefined ? null : link.slice(`<${ROOT}/users`.length, -'>; rel="next"'.length);
  }
  return pages;
}

it('finds letters beyond ASCII, two of a word where the name begins with them', async () => {
  const users = [
    ['björn', 'Björn Åkesson'],
    ['иван', 'Привет Мир'],
    ['王明', '王小明先生'],
  ].map(([username, name]) => ({ username, name, password: 'p1-secret' }));
  await api.call('POST', '/users', 'json', { users });
  for (const [text, found] of [
    ['Björn', 'björn'],
    ['ÖRN', 'björn'],
    ['кессон', null],
    ['Привет', 'иван'],
    ['ПРИВ', 'иван'],
    ['小明先', '王明'],
    ['王', '王明'],
    ['王明', '王明'],
    ['小明', null],
  ] as const) {
    const expected = found === null ? [] : [found];
    expect([text, await names(`?text=${encodeURIComponent(text)}`)]).toEqual([text, expected]);
  }
  for (const { username } of users) {
    await api.call('DELETE', `/users/${encodeURIComponent(username!)}`, 'json');
  }
});

describe('pages of users', () => {
  it.each([
    [
      '?limit=4',
      [
        ['_x_', 'ann', 'bob', 'cy'],
        ['dana', 'eve'],
      ],
    ],
    [
      '?limit=3',
      [
        ['_x_', 'ann', 'bob'],
        ['cy', 'dana', 'eve'],
      ],
    ],
    ['?limit=6', [['_x_', 'ann', 'bob', 'cy', 'dana', 'eve']]],
    [
      '?limit=4&sort=-username',
      [
        ['eve', 'dana', 'cy', 'bob'],
        ['ann', '_x_'],
      ],
    ],
    [
      '?limit=2&sort=name',
      [
        ['cy', 'bob'],
        ['eve', '_x_'],
        ['ann', 'dana'],
      ],
    ],
    [
      '?limit=2&sort=-name',
      [
        ['dana', 'ann'],
        ['_x_', 'eve'],
        ['bob', 'cy'],
      ],
    ],
    [
      '?limit=3&sort=created',
      [
        ['ann', 'bob', 'cy'],
        ['dana', '_x_', 'eve'],
      ],
    ],
    ['?limit=1&sort=-created', [['eve'], ['_x_'], ['dana'], ['cy'], ['bob'], ['ann']]],
    ['?limit=1&group=Crew', [['ann'], ['cy']]],
  ])('%s are walked by their Links', async (query, pages) => {
    expect(await walk(query)).toEqual(pages);
  });

  it('have the shape of the whole list, in XML too', async () => {
    const { text } = await get('?limit=1&fields=username,email', 'xml');
    expect(text).toBe(
      `${XML}<users><user><username>_x_</username><email>_x_@mail.example</email></user></users>`,
    );
    expect((await get('?limit=1000')).text).toBe((await get('')).text);
    expect((await get('?limit=1000', 'xml')).text).toBe((await get('', 'xml')).text);
    expect((await get('?limit=5&group=nobody', 'xml')).text).toBe(`${XML}<users/>`);
  });

  it('show who stays exactly once, whoever comes and goes between them', async () => {
    const seen: string[] = [];
    let next: string | null = '?limit=1&sort=-name';
    for (let page = 0; next !== null; page += 1) {
      const { headers, text } = await get(next);
      seen.push(
        ...(JSON.parse(text) as { users: { username: string }[] }).users.map((u) => u.username),
      );
      if (page < 4) {
        await api.call('DELETE', `/users/guest${page - 1}`, 'json');
        const guest = { username: `guest${page}`, name: ['A', 'zz', 'É', ''][page], password: 'p' };
        await api.call('POST', '/users', 'json', guest);
      }
      const link: string | undefined = headers['link'] as string | undefined;
      next =
        link === undefined ? null : link.slice(`<${ROOT}/users`.length, -'>; rel="next"'.length);
    }
    const stayed = seen.filter((name) => !name.startsWith('guest'));
    expect(stayed).toEqual(['dana', 'ann', '_x_', 'eve', 'bob', 'cy']);
    await api.call('DELETE', '/users/guest3', 'json');
  });

  it('begin behind an entry that is gone', async () => {
    await api.call('POST', '/users', 'json', { username: 'b', password: 'p' });
    const { headers } = await get('?limit=3');
    await api.call('DELETE', '/users/b', 'json');
    const cursor = new URL(
      String(headers['link']).slice(1).split('>')[0]!,
      'http://x',
    ).searchParams.get('after')!;
    expect(cursor).toMatch(/^c1\.[\w-]+$/);
    expect(await names(`?after=${cursor}`)).toEqual(['bob', 'cy', 'dana', 'eve']);
    expect(await names(`/?after=${cursor}&fields=username&total=true`)).toHaveLength(4);
  });
});

describe('filters, with and without pages', () => {
  const all = ['_x_', 'ann', 'bob', 'cy', 'dana', 'eve'];
  it.each([
    ['text=ADAM', ['bob', 'eve']],
    ['text=mail.ex', all],
    ['text=%C3%A9mile', ['dana']],
    ['text=B', ['bob']],
    ['text=_x', ['_x_']],
    ['text=_', ['_x_']],
    ['text=%25', []],
    ['text=zoe%01ann', []],
    ['text=', all],
    ['locked=TRUE', ['bob']],
    ['locked=false', all.filter((name) => name !== 'bob')],
    ['locked=', all],
    ['group=Crew', ['ann', 'cy']],
    ['group=Crew&locked=true', []],
    ['group=', []],
    ['group=crew', []],
    ['username=cy+ANN+nobody+%22+ann', ['ann', 'cy']],
    ['username=cy+ann&locked=true', []],
    ['username=bob+ann&online=false', ['ann', 'bob']],
    ['username=bob+ann&online=true', []],
    ['username=', []],
    ['username=+', []],
    ['neverSeen=true', all],
    ['neverSeen=false', []],
    ['lastSeenFrom=2020-01-01', []],
    ['createdFrom=2024-01-02', ['_x_', 'cy', 'dana', 'eve']],
    ['createdTo=2024-01-02T00:00:00Z', ['ann', 'bob']],
    ['createdFrom=2024-01-02&createdTo=1704240000000', ['cy', 'dana']],
    ['online=true', []],
    ['online=false', all],
    ['search=a&sort=-username', ['dana', 'ann']],
    ['propertyKey=desk&locked=false', []],
  ])('%s', async (query, expected) => {
    const sorted = (found: readonly string[]) => [...found].sort();
    expect(sorted(await names(`?${query}`))).toEqual(sorted(expected));
    if (!query.startsWith('search')) {
      expect(sorted(await names(`?${query}&limit=1000`))).toEqual(sorted(expected));
    }
    const { headers } = await get(`?${query}&limit=1&total=true`);
    if (!query.startsWith('search')) expect(headers['x-total-count']).toBe(String(expected.length));
    expect(headers).not.toHaveProperty('x-total-count-limited');
  });

  it('short searches of pages find beginnings only', async () => {
    expect(await names('?search=an')).toEqual(['ann', 'dana']);
    expect(await names('?search=an&limit=10')).toEqual(['ann']);
    expect(await names('?search=dan&limit=10')).toEqual(['dana']);
    expect(await names('?search=DAN&limit=10')).toEqual([]);
  });

  it('fields that were asked for are shown after the others', async () => {
    const all = 'administrator,online, lastSeen ,locked,created,email,username,lockedUntil';
    const query = `?limit=1&text=bob&fields=${encodeURIComponent(all)}`;
    expect((await get(query)).text).toBe(
      '{"users":[{"username":"bob","email":"bob@mail.example","created":"2024-01-01T00:00:00.000+00:00","locked":true,"online":false,"administrator":false}]}',
    );
    expect((await get('?text=bob&fields=name,online')).text).toBe('{"users":[{"name":"adam"}]}');
  });
});

it.each([
  ...['limit=0', 'limit=1001', 'limit=x', 'limit=', 'limit=-1', 'limit=1.5', 'limit=00001'],
  ...[
    'after=',
    'after=c1.',
    'after=c1.AAAA',
    'after=x',
    'sort=',
    'sort=email',
    'sort=-',
    'sort=Name',
  ],
  ...['fields=', 'fields=nope', 'fields=username,', 'fields=password', 'total=yes', 'locked=1'],
  ...['total=', 'createdFrom=soon', 'lastSeenTo=2024-13-01', 'online=on', 'neverSeen=0'],
])('%s is refused', async (query) => {
  const [name, value] = query.split('=') as [string, string];
  if (query === 'total=') {
    expect((await get(`?${query}`)).headers).not.toHaveProperty('x-total-count');
    return;
  }
  const reply = await get(`?${query}`);
  expectError(
    reply,
    'json',
    badArgument(`Invalid value for parameter ${name}: ${value}`, `${ROOT}/users`),
  );
});

it('a cursor only counts for its list', async () => {
  const { headers } = await get('?limit=1&sort=created');
  const next = String(headers['link']).slice(`<${ROOT}/users?`.length, -'>; rel="next"'.length);
  expect((await get(`?${next}`)).status).toBe(200);
  expect((await get(`?${next}&fields=name&total=true`)).status).toBe(200);
  const before = await stored(api);
  for (const query of [
    next.replace('sort=created', 'sort=name'),
    next.replace('sort=created', 'sort=-created'),
    `${next}&locked=true`,
    `${next}&search=a`,
  ]) {
    const { status, text } = await get(`?${query}`);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('Invalid value for parameter after: c1.'),
    ]);
  }
  expect(await stored(api)).toEqual(before);
});

it('who logs out is seen, at most once a minute', async () => {
  const seen = async () => (await get('?text=dana&fields=lastSeen')).text;
  expect(await seen()).toBe('{"users":[{}]}');
  await api.database.sql(`select engine.logged_out('dana')`);
  const first = await seen();
  expect(first).toMatch(/^{"users":\[{"lastSeen":"20.*"}\]}$/);
  await api.database.sql(`select engine.logged_out('dana')`);
  expect(await seen()).toBe(first);
  expect(await names('?neverSeen=false&limit=10')).toEqual(['dana']);
});
