import type { User } from '@chat-admin/domain/users/user';
import { readBody } from '../wire/read-body.js';
import { userDoc, userOrUsers, usersDoc } from './user.doc.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const ola = {
  username: 'ola',
  name: 'Ola N',
  email: 'ola@example.net',
  properties: [
    { key: 'desk', value: '4B' },
    { key: 'k2', value: '' },
  ],
} as unknown as User;
const zoe = { username: 'zoe', name: null, email: null, properties: [] } as unknown as User;

const OLA_XML =
  '<user><username>ola</username><name>Ola N</name><email>ola@example.net</email><properties><property key="desk" value="4B"/><property key="k2" value=""/></properties></user>';
const OLA_JSON =
  '{"username":"ola","name":"Ola N","email":"ola@example.net","properties":[{"key":"desk","value":"4B"},{"key":"k2","value":""}]}';
const ZOE_XML = '<user><username>zoe</username><name></name><properties/></user>';
const ZOE_JSON = '{"username":"zoe","name":"","properties":[]}';

const json = (body: unknown) => readBody(userDoc, 'json', Buffer.from(JSON.stringify(body)));

it('writes a user as the contract shows', () => {
  expect(userDoc.writeXml(ola)).toBe(DECLARATION + OLA_XML);
  expect(userDoc.writeJson(ola)).toBe(OLA_JSON);
  expect(userDoc.writeXml(zoe)).toBe(DECLARATION + ZOE_XML);
  expect(userDoc.writeJson(zoe)).toBe(ZOE_JSON);
});

it('never writes a password', () => {
  expect(userDoc.writeXml({ password: 'hidden' })).not.toContain('hidden');
  expect(userDoc.writeJson({ password: 'hidden' })).not.toContain('hidden');
});

it('writes lists of users', () => {
  expect(usersDoc.writeXml([ola, zoe])).toBe(`${DECLARATION}<users>${OLA_XML}${ZOE_XML}</users>`);
  expect(usersDoc.writeJson([ola, zoe])).toBe(`{"users":[${OLA_JSON},${ZOE_JSON}]}`);
  expect(usersDoc.writeXml([])).toBe(`${DECLARATION}<users/>`);
  expect(usersDoc.writeJson([])).toBe('{"users":[]}');
});

it('reads the samples of the contract', async () => {
  const expected = {
    username: 'ola',
    password: 'p1-secret',
    name: 'Ola N',
    email: 'ola@example.net',
    properties: [{ key: 'desk', value: '4B' }],
  };
  const xml =
    '<user><username>ola</username><password>p1-secret</password><name>Ola N</name><email>ola@example.net</email><properties><property key="desk" value="4B"/></properties></user>';
  await expect(readBody(userDoc, 'xml', Buffer.from(xml))).resolves.toEqual(expected);
  await expect(json(expected)).resolves.toEqual(expected);
});

it.each([
  ['a list', [{ key: 'desk', value: '4B' }]],
  ['a list with @', [{ '@key': 'desk', '@value': '4B' }]],
  ['the member property with a list', { property: [{ '@key': 'desk', '@value': '4B' }] }],
  ['the member property with a list without @', { property: [{ key: 'desk', value: '4B' }] }],
  ['the member property with one', { property: { '@key': 'desk', '@value': '4B' } }],
  ['the member property with one without @', { property: { key: 'desk', value: '4B' } }],
  ['entries with the member property', [{ property: { key: 'desk', value: '4B' } }]],
  ['the plural inside the plural', { properties: [{ key: 'desk', value: '4B' }] }],
  ['a map', { desk: '4B' }],
])('reads properties as %s', async (_, properties) => {
  expect(await json({ properties })).toEqual({ properties: [{ key: 'desk', value: '4B' }] });
});

it('reads maps of properties with any keys and values', async () => {
  const body =
    '{"properties":{"__proto__":"a","n":5,"t":true,"none":null,"key":"k","value":"v","properties":"p"}}';
  const value = await readBody(userDoc, 'json', Buffer.from(body));
  expect(value?.properties).toEqual([
    { key: '__proto__', value: 'a' },
    { key: 'n', value: '5' },
    { key: 't', value: 'true' },
    { key: 'none' },
    { key: 'key', value: 'k' },
    { key: 'value', value: 'v' },
    { key: 'properties', value: 'p' },
  ]);
  await expect(json({ properties: { a: { b: 1 } } })).rejects.toThrow(
    'Invalid value for value: an object',
  );
  expect(await json({ properties: {} })).toEqual({ properties: [] });
});

it('distinguishes a missing property value from an empty one', async () => {
  const xml =
    '<user><properties><property key="a"/><property key="b" value=""/></properties></user>';
  const expected = { properties: [{ key: 'a' }, { key: 'b', value: '' }] };
  await expect(readBody(userDoc, 'xml', Buffer.from(xml))).resolves.toEqual(expected);
  await expect(json(expected)).resolves.toEqual(expected);
});

it('does not show an invalid password', async () => {
  await expect(json({ password: { text: 'hidden' } })).rejects.toMatchObject({
    message: 'Invalid value for password',
  });
});

describe('a user or a bulk request', () => {
  const read = (format: 'xml' | 'json', body: string) =>
    readBody(userOrUsers, format, Buffer.from(body));

  it('reads one user', async () => {
    const expected = { kind: 'one', user: { username: 'ola' } };
    expect(await read('xml', '<user><username>ola</username></user>')).toEqual(expected);
    expect(await read('json', '{"username":"ola"}')).toEqual(expected);
    expect(await read('json', '{}')).toEqual({ kind: 'one', user: {} });
    expect(await read('json', 'null')).toBeNull();
  });

  it('reads a bulk request', async () => {
    const expected = {
      kind: 'many',
      users: [
        { username: 'ola', password: 'p1-secret' },
        { username: 'zoe', password: 'p2-secret', properties: [{ key: 'desk', value: '5A' }] },
      ],
    };
    const sample =
      '{"users":[{"username":"ola","password":"p1-secret"},{"username":"zoe","password":"p2-secret","properties":{"property":{"@key":"desk","@value":"5A"}}}]}';
    const xml =
      '<users><user><username>ola</username><password>p1-secret</password></user><user><username>zoe</username><password>p2-secret</password><properties><property key="desk" value="5A"/></properties></user></users>';
    expect(await read('json', sample)).toEqual(expected);
    expect(await read('json', sample.replace('"users":', '"users":{"user":').concat('}'))).toEqual(
      expected,
    );
    expect(await read('xml', xml)).toEqual(expected);
  });

  it.each([
    ['xml', '<users/>'],
    ['xml', '<users><other/></users>'],
    ['json', '{"users":[]}'],
    ['json', '{"users":null}'],
    ['json', '{"users":{"user":null},"username":"ola"}'],
  ] as const)('reads an empty bulk request in %s: %s', async (format, body) => {
    expect(await read(format, body)).toEqual({ kind: 'many', users: [] });
  });

  it('refuses entries that are not objects', async () => {
    await expect(read('json', '{"users":["ola"]}')).rejects.toThrow('Invalid value for users: ola');
  });
});
