import { element, properties, userText } from '../support/documents.js';
import {
  badArgument,
  expectDocument,
  expectDone,
  expectRefused,
  noUser,
  passwordIsNull,
  userExists,
} from '../support/expectations.js';
import { createUsers, PASSWORD, startOver } from '../support/people.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const CREATE = 'Could not create new user';
const BAD_PROPERTY = `${CREATE}, because a property has no key or no value`;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

const accounts = () =>
  api.database.sql('select username, name, email, properties from account order by username');

const samples = {
  xml: {
    sent: '<user><username>ola</username><password>p1-secret</password><name>Ola N</name><email>ola@example.net</email><properties><property key="k2" value=""/><property key="desk" value="4B"/></properties></user>',
    full: `${XML}<user><username>ola</username><name>Ola N</name><email>ola@example.net</email><properties><property key="desk" value="4B"/><property key="k2" value=""/></properties></user>`,
    bare: `${XML}<user><username>zoe</username><name></name><properties/></user>`,
  },
  json: {
    sent: '{"username":"ola","password":"p1-secret","name":"Ola N","email":"ola@example.net","properties":[{"key":"k2","value":""},{"key":"desk","value":"4B"}]}',
    full: '{"username":"ola","name":"Ola N","email":"ola@example.net","properties":[{"key":"desk","value":"4B"},{"key":"k2","value":""}]}',
    bare: '{"username":"zoe","name":"","properties":[]}',
  },
};

describe.each(forms)('a user as %s', (form) => {
  const { sent, full, bare } = samples[form];

  it('is created and read with every field', async () => {
    await expectDone(api, form, ['POST', '/users', sent]);
    await expectDocument(api, form, '/users/ola', full);
  });

  it('is created and read with only name and password', async () => {
    await expectDone(api, form, [
      'POST',
      '/users',
      userText(form, { username: 'zoe', password: PASSWORD }),
    ]);
    await expectDocument(api, form, '/users/zoe', bare);
  });

  it('drops blank texts, and keeps the last value of a repeated property key', async () => {
    const blank = userText(form, {
      username: 'zoe',
      password: PASSWORD,
      name: ' ',
      email: '',
      properties: [
        { key: 'desk', value: '1' },
        { key: 'a', value: ' x ' },
        { key: 'desk', value: '2' },
      ],
    });
    await expectDone(api, form, ['POST', '/users', blank]);
    expect(await accounts()).toEqual([
      {
        username: 'zoe',
        name: null,
        email: null,
        properties: properties({ a: ' x ', desk: '2' }),
      },
    ]);
  });

  it('is found under every spelling of its name', async () => {
    await createUsers(api, 'zoe');
    for (const path of ['/users/ZOE', '/users/zoe/', '/users/%7Aoe', '/users/Zo%45']) {
      await expectDocument(api, form, path, bare);
    }
  });

  it('is not found if nobody has that name, or nobody can have it', async () => {
    await createUsers(api, 'ola');
    const foreign = 'ola@far.example';
    for (const name of ['ghost', 'GHOST', foreign, 'o la', 'a/b', '"', 'x'.repeat(65)]) {
      const path = `/users/${encodeURIComponent(name)}`;
      await expectRefused(api, form, ['GET', path], noUser(name));
      await expectRefused(api, form, ['DELETE', path], noUser(name));
    }
  });

  it('is created once', async () => {
    await createUsers(api, 'ola');
    for (const username of ['ola', 'OLA']) {
      const body = userText(form, { username, password: 'other' });
      await expectRefused(api, form, ['POST', '/users', body], userExists(username));
    }
  });

  it('needs an object with a user name', async () => {
    const refused = badArgument(CREATE, 'users');
    for (const body of [
      userText(form, {}),
      userText(form, { password: PASSWORD }),
      userText(form, { username: '', properties: [{ key: '' }] }),
      ...(form === 'json' ? ['', 'null', ' null ', '{"username":null}', '{"username":false}'] : []),
    ]) {
      await expectRefused(api, form, ['POST', '/users', body], refused);
    }
  });

  it('needs a password', async () => {
    for (const password of [{}, { password: '' }]) {
      // the name is invalid as well, which is checked later
      const body = userText(form, { username: 'O la', ...password, properties: [{ key: '' }] });
      await expectRefused(api, form, ['POST', '/users', body], passwordIsNull('O la'));
    }
  });

  it.each(['o la', 'a"b', 'a&b', "a'b", 'a/b', 'a:b', 'a<b', 'a>b', 'a@b', 'a\tb', ' ', 'x\u007f'])(
    'cannot be called %j',
    async (username) => {
      const body = userText(form, { username, password: PASSWORD, properties: [{ key: 'a' }] });
      await expectRefused(api, form, ['POST', '/users', body], badArgument(CREATE, username));
    },
  );

  it('needs a key and a value in each property', async () => {
    await createUsers(api, 'ola');
    for (const property of [{}, { key: 'a' }, { value: 'b' }, { key: '', value: 'b' }]) {
      // the name is taken as well, which is checked later
      const body = userText(form, {
        username: 'OLA',
        password: PASSWORD,
        properties: [{ key: 'first', value: '' }, property],
      });
      await expectRefused(api, form, ['POST', '/users', body], badArgument(BAD_PROPERTY, 'OLA'));
    }
  });
});

describe('older spellings of a user', () => {
  const desk = properties({ desk: '4B' });

  it.each([
    ['a list', [{ key: 'desk', value: '4B' }]],
    ['a list with @', [{ '@key': 'desk', '@value': '4B' }]],
    ['one property in place of a list', { key: 'desk', value: '4B', property: undefined }],
    ['property holding a list with @', { property: [{ '@key': 'desk', '@value': '4B' }] }],
    ['property holding a list', { property: [{ key: 'desk', value: '4B' }] }],
    ['property holding one with @', { property: { '@key': 'desk', '@value': '4B' } }],
    ['property holding one', { property: { key: 'desk', value: '4B' } }],
    ['a list of objects named property', [{ property: { '@key': 'desk', value: '4B' } }]],
    ['a map', { desk: '4B' }],
  ])('properties as %s', async (kind, written) => {
    const body = JSON.stringify({ username: 'ola', password: PASSWORD, properties: written });
    await expectDone(api, 'json', ['POST', '/users', body]);
    const expected = kind.startsWith('one property')
      ? properties({ key: 'desk', value: '4B' })
      : desk;
    expect(await accounts()).toMatchObject([{ username: 'ola', properties: expected }]);
  });

  it.each([
    ['null'],
    ['false'],
    ['[]'],
    ['{}'],
    ['{"property":[]}'],
    ['{"property":null}'],
    ['{"property":false}'],
  ])('properties as %s are none', async (written) => {
    const body = `{"username":"ola","password":"p","properties":${written}}`;
    await expectDone(api, 'json', ['POST', '/users', body]);
    expect(await accounts()).toMatchObject([{ properties: [] }]);
  });

  it.each([
    [[{ key: 'desk', value: false }]],
    [{ property: { '@key': 'desk', '@value': false } }],
    [{ desk: false }],
  ])('the value false in %j is text', async (written) => {
    const body = JSON.stringify({ username: 'ola', password: PASSWORD, properties: written });
    await expectDone(api, 'json', ['POST', '/users', body]);
    expect(await accounts()).toMatchObject([{ properties: properties({ desk: 'false' }) }]);
  });

  it('false is no key', async () => {
    const body = '{"username":"ola","password":"p","properties":[{"key":false,"value":"x"}]}';
    const message = 'Could not create new user, because a property has no key or no value';
    await expectRefused(api, 'json', ['POST', '/users', body], badArgument(message, 'ola'));
  });

  it('values that are not text', async () => {
    const body =
      '{"username":12,"password":34,"name":true,"email":false,"properties":{"f":false,"n":5,"t":true},"unknown":{"a":[]}}';
    await expectDone(api, 'json', ['POST', '/users', body]);
    expect(await accounts()).toEqual([
      {
        username: '12',
        name: 'true',
        email: null,
        properties: properties({ f: 'false', n: '5', t: 'true' }),
      },
    ]);
  });
});

it('unknown elements are ignored, and the last of a repeated one wins', async () => {
  const body = `<user xmlns:x="urn:x" a="b"><x:username>no</x:username><username>first</username>${element('password', PASSWORD)}<more><username>no</username></more><username>ola</username><!-- a --><name>O<!-- b -->la</name></user>`;
  await expectDone(api, 'xml', ['POST', '/users', body]);
  expect(await accounts()).toMatchObject([{ username: 'ola', name: 'Ola' }]);
});

it.each([
  ['xml', '<user><username>ola</username>', 'the XML is not well formed (line 1)'],
  ['xml', '<person/>', 'the root element must be user or users'],
  ['xml', '<!DOCTYPE user><user/>', 'a document type declaration is not allowed'],
  ['xml', '', null],
  ['json', '{"username":"ola"', 'the JSON is not valid'],
  ['json', '[]', 'a JSON object is expected'],
  ['json', '"ola"', 'a JSON object is expected'],
] as const)('the %s body %j cannot be read', async (form, body, reason) => {
  const reply = await api.call('POST', '/users', form, body);
  expect(reply.status).toBe(400);
  expect(reply.text).toContain(`Could not read the request body: ${reason ?? ''}`);
  expect(reply.text).toContain('/plugins/restapi/v1/users');
  expect(await accounts()).toEqual([]);
});

it('a value of the wrong kind is reported, but a password is not shown', async () => {
  for (const [body, message] of [
    ['{"username":{},"password":"p"}', 'Invalid value for username: an object'],
    ['{"username":"ola","password":["hidden"]}', 'Invalid value for password'],
    [
      '{"username":"ola","password":"p","properties":["desk"]}',
      'Invalid value for properties: desk',
    ],
  ] as const) {
    await expectRefused(
      api,
      'json',
      ['POST', '/users', body],
      badArgument(message, '/plugins/restapi/v1/users'),
    );
  }
});
