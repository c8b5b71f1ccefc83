import { usersText } from '../support/documents.js';
import type { UserFields } from '../support/documents.js';
import {
  badArgument,
  expectDone,
  expectRefused,
  passwordIsNull,
  userExists,
} from '../support/expectations.js';
import { createUsers, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const CREATE = 'Could not create new user';
const BAD_PROPERTY = `${CREATE}, because a property has no key or no value`;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
beforeEach(() => createUsers(api, 'kim'));
afterEach(() => startOver(api));
afterAll(() => api.stop());

const aUser = (username: string, more: UserFields = {}) => ({ username, password: 'p', ...more });
const names = async () =>
  (
    await api.database.sql('select username from account join account_credential using (username)')
  ).map(({ username }) => username);

describe.each(forms)('bulk creation as %s', (form) => {
  const post = (...users: UserFields[]) => ['POST', '/users', usersText(form, users)] as const;

  it('creates every user', async () => {
    await expectDone(
      api,
      form,
      post(
        aUser('ZOE', { name: 'Zoe', properties: [{ key: 'desk', value: '5A' }] }),
        aUser('ola', { email: 'o@x' }),
      ),
    );
    expect(
      await api.database.sql(
        "select username, name, email, properties from account where username <> 'kim' order by 1",
      ),
    ).toEqual([
      { username: 'ola', name: null, email: 'o@x', properties: [] },
      { username: 'zoe', name: 'Zoe', email: null, properties: [{ key: 'desk', value: '5A' }] },
    ]);
  });

  it('creates one user', async () => {
    await expectDone(api, form, post(aUser('ola')));
    expect((await names()).toSorted()).toEqual(['kim', 'ola']);
  });

  it('creates many users', async () => {
    const users = Array.from({ length: 120 }, (_, index) => aUser(`user${index}`));
    await expectDone(api, form, post(...users));
    expect(await names()).toHaveLength(121);
  });

  it('refuses an empty list', async () => {
    await expectRefused(api, form, post(), badArgument(CREATE, 'users'));
  });

  const bad = {
    nameless: {},
    unnamed: aUser(''),
    withoutPassword: { username: 'p w' },
    emptyPassword: { username: 'PW', password: '' },
    illegal: aUser('o la', { properties: [{ key: 'a' }] }),
    badProperty: aUser('KIM', { properties: [{ value: 'a' }] }),
    existing: aUser('KIM'),
  };

  it.each([
    ['nameless', badArgument(CREATE, 'users')],
    ['unnamed', badArgument(CREATE, 'users')],
    ['withoutPassword', passwordIsNull('p w')],
    ['emptyPassword', passwordIsNull('PW')],
    ['illegal', badArgument(CREATE, 'o la')],
    ['badProperty', badArgument(BAD_PROPERTY, 'KIM')],
    ['existing', userExists('KIM')],
  ] as const)('creates nobody if one entry is %s', async (kind, refused) => {
    await expectRefused(api, form, post(bad[kind], aUser('ola')), refused);
    await expectRefused(api, form, post(aUser('zoe'), bad[kind], aUser('ola')), refused);
  });

  it('answers with the first failure in list order', async () => {
    const { existing, illegal, badProperty, withoutPassword } = bad;
    await expectRefused(api, form, post(aUser('a'), existing, illegal), userExists('KIM'));
    await expectRefused(
      api,
      form,
      post(illegal, existing, withoutPassword),
      badArgument(CREATE, 'o la'),
    );
    await expectRefused(
      api,
      form,
      post(aUser('a'), withoutPassword, badProperty),
      passwordIsNull('p w'),
    );
    await expectRefused(
      api,
      form,
      post(badProperty, withoutPassword),
      badArgument(BAD_PROPERTY, 'KIM'),
    );
  });

  it('refuses the same prepared name twice, naming the later one', async () => {
    await expectRefused(
      api,
      form,
      post(aUser('ola'), aUser('zoe'), aUser('OLA')),
      userExists('OLA'),
    );
    await expectRefused(
      api,
      form,
      post(aUser('ola'), aUser('KIM'), aUser('Ola')),
      userExists('KIM'),
    );
    await expectRefused(
      api,
      form,
      post(aUser('ola'), aUser('Ola'), aUser('kim')),
      userExists('Ola'),
    );
  });
});

describe('spellings of a bulk request', () => {
  it.each([
    ['one user in place of a list', '{"users":{"username":"ola","password":"p"}}'],
    ['an object named user', '{"users":{"user":{"username":"ola","password":"p"}}}'],
    ['an object naming a list', '{"users":{"user":[{"username":"ola","password":"p"}]}}'],
    ['a list of named objects', '{"users":[{"user":{"username":"ola","password":"p"}}]}'],
    ['beside other members', '{"username":"no","users":[{"username":"ola","password":"p"}]}'],
    ['with empty entries', '{"users":[null,{"username":"ola","password":"p"},false]}'],
  ])('%s', async (_, body) => {
    await expectDone(api, 'json', ['POST', '/users', body]);
    expect((await names()).toSorted()).toEqual(['kim', 'ola']);
  });

  it.each(['{"users":[]}', '{"users":null}', '{"users":false}', '{"users":{"user":[]}}'])(
    '%s is an empty list',
    async (body) => {
      const refused = badArgument(CREATE, 'users');
      await expectRefused(api, 'json', ['POST', '/users', body], refused);
    },
  );
});
