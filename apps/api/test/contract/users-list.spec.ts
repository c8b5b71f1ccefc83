import { properties, usersText } from '../support/documents.js';
import { expectDocument } from '../support/expectations.js';
import { createUsers, startOver } from '../support/people.js';
import { forms, TestApi, XML } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

describe('without users', () => {
  it('the list is empty', async () => {
    await expectDocument(api, 'xml', '/users', `${XML}<users/>`);
    await expectDocument(api, 'json', '/users', '{"users":[]}');
  });
});

describe.each(forms)('GET /users as %s', (form) => {
  const east = { username: 'ola_n', name: '', properties: properties({ desk: '4B east', k: '' }) };
  const west = { username: 'ola-x', name: 'O', properties: properties({ desk: '4B' }) };
  const people = [
    { username: '*star', name: '', properties: [] },
    { username: 'a%b', name: '', properties: [] },
    { username: 'a+b', name: '', properties: [] },
    { username: 'a\\b', name: '', properties: [] },
    west,
    east,
    { username: 'zoë', name: '', properties: [] },
    { username: '\ufa0e', name: '', properties: [] },
    { username: '\u{10428}', name: '', properties: [] },
  ];

  beforeAll(async () => {
    const names = people.map(({ username }) => username).filter((name) => !name.startsWith('ola'));
    await createUsers(api, ...names.toReversed());
    const users = [east, west].map((user) => ({ ...user, password: 'p' }));
    await api.call('POST', '/users', 'json', { users });
  });
  afterAll(() => startOver(api));

  const expectUsers = (query: string, ...usernames: string[]) => {
    const found = people.filter(({ username }) => usernames.includes(username));
    return expectDocument(api, form, `/users${query}`, usersText(form, found));
  };
  const everybody = people.map(({ username }) => username);

  it('lists all users by code point', async () => {
    await expectUsers('', ...everybody);
    await expectUsers('/', ...everybody);
  });

  it.each(['?search=', '?search', '?propertyValue=4B', '?propertyvalue=x&Search=ola', '?x=y'])(
    'lists all users for %s',
    (query) => expectUsers(query, ...everybody),
  );

  it.each([
    ['ola', ['ola-x', 'ola_n']],
    ['la', ['ola-x', 'ola_n']],
    ['%25', ['a%b']],
    ['*', ['*star']],
    ['_', ['ola_n']],
    ['%5C', ['a\\b']],
    ['a%25', ['a%b']],
    ['a%2Bb', ['a+b']],
    ['%C3%AB', ['zoë']],
    ['ola&search=zo', ['ola-x', 'ola_n']],
  ])('finds names that contain %s', (search, names) => expectUsers(`?search=${search}`, ...names));

  it.each(['OLA', 'ol%25', 'o*a', 'a+b', 'ola%20', 'example.org', '%25%25', '%5C%5C', "'"])(
    'finds nobody whose name contains %s',
    (search) => expectUsers(`?search=${search}`),
  );

  it.each([
    ['propertyKey=desk', ['ola-x', 'ola_n']],
    ['propertyKey=desk&search=zo', ['ola-x', 'ola_n']],
    ['propertyKey=desk&propertyValue=4B', ['ola-x']],
    ['propertyKey=desk&propertyValue=4B+east', ['ola_n']],
    ['propertyKey=desk&propertyValue=4B%20east', ['ola_n']],
    ['propertyKey=k', ['ola_n']],
    ['propertyKey=k&propertyValue=', ['ola_n']],
    ['propertyKey=desk&propertyValue=', []],
    ['propertyKey=desk&propertyValue=4b', []],
    ['propertyKey=desk&propertyValue=4B%2Beast', []],
    ['propertyKey=DESK', []],
    ['propertyKey=des', []],
    ['propertyKey=des%25', []],
    ['propertyKey=k&propertyValue=4B', []],
    ['propertyKey=', []],
    ['propertyKey=&propertyValue=', []],
    ['propertyKey', []],
    ['propertyKey=&search=ola', []],
  ])('finds users with %s', (query, names) => expectUsers(`?${query}`, ...names));
});

it.each(['?search=%FF', '?search=%', '?search=%00', '?propertyKey=%C3'])(
  'a query that cannot be decoded (%s) is refused',
  async (query) => {
    const reply = await api.call('GET', `/users${query}`, 'json');
    expect(reply.status).toBe(400);
    expect(reply.text).toBe(
      '{"resource":"/plugins/restapi/v1/users","message":"Could not read the request address","exception":"IllegalArgumentException","detail":"percent-encoded UTF-8 without U+0000"}',
    );
  },
);

it('a list longer than one batch is complete and in order', async () => {
  await api.database.sql(
    "insert into account (username) select 'u' || lpad(n::text, 4, '0') from generate_series(1, 1234) n",
  );
  const reply = await api.call('GET', '/users', 'json');
  const { users } = JSON.parse(reply.text) as { users: { username: string }[] };
  expect(users.map(({ username }) => username)).toEqual(
    Array.from({ length: 1234 }, (_, index) => `u${String(index + 1).padStart(4, '0')}`),
  );
  await startOver(api);
});
