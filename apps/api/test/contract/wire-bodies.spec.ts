import { exchangeOne, head } from '../support/raw-http.js';
import { TEST_SECRET } from '../support/test-config.js';
import { errorText, forms, TestApi } from '../support/test-api.js';
import type { Form, Reply } from '../support/test-api.js';

/** PUT of a user reads a body, returns each field and reports in full what it could not read. */
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
});
afterAll(() => api.stop());

const put = (type: string | undefined, body: string | Uint8Array): Promise<Reply> =>
  api.send('PUT', '/users/ola', {
    headers: {
      Accept: 'application/json',
      ...(type === undefined ? {} : { 'Content-Type': type }),
    },
    body,
  });

async function storedUser(): Promise<{ name: string; email?: string; properties: unknown[] }> {
  return JSON.parse((await api.call('GET', '/users/ola', 'json')).text) as never;
}

async function stored(type: string | undefined, body: string | Uint8Array): Promise<string> {
  await put('application/json', '{"name":"before"}');
  const reply = await put(type, body);
  expect([reply.text, reply.status]).toEqual(['', 200]);
  return (await storedUser()).name;
}

async function refused(type: string | undefined, body: string | Uint8Array): Promise<string> {
  await put('application/json', '{"name":"before"}');
  const reply = await put(type, body);
  expect((await storedUser()).name).toBe('before');
  const { resource, message, exception } = JSON.parse(reply.text) as Record<string, string>;
  expect(resource).toBe('/plugins/restapi/v1/users/ola');
  return `${reply.status} ${exception} ${message}`;
}

const UNSUPPORTED =
  '415 UnsupportedMediaTypeException The type or coding of the request body is not supported';
const unsupported = (form: Form, path: string, detail: string): string =>
  errorText(
    form,
    'UnsupportedMediaTypeException',
    'The type or coding of the request body is not supported',
    `/plugins/restapi/v1${path.replace(/\?.*/, '')}`,
    detail,
  );
const UNREADABLE = /^400 IllegalArgumentException Could not read the request body: ./;
const xmlName = '<user><name>Ola N</name></user>';
const jsonName = '{"name":"Ola N"}';
const deepXml = (levels: number): string =>
  `<user><name>Ola N</name>${'<a>'.repeat(levels - 1)}${'</a>'.repeat(levels - 1)}</user>`;
const deepJson = (levels: number): string =>
  `{"name":"Ola N","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const utf16 = (text: string, order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const declared = (encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><user><name>Blåbær</name></user>`;

describe('media types', () => {
  it.each([
    ['application/xml', xmlName],
    ['text/xml', xmlName],
    ['Application/XML ; charset=iso-8859-1', xmlName],
    ['application/json', jsonName],
    ['application/json;charset=UTF-16', jsonName],
    ['APPLICATION/JSON', jsonName],
    ['', jsonName],
    [undefined, xmlName],
    [undefined, ` \r\n\t${xmlName}`],
    [undefined, jsonName],
    [undefined, ` \n${jsonName}`],
  ])('%s is read: %s', async (type, body) => {
    expect(await stored(type, body)).toBe('Ola N');
  });

  it.each([
    ['application/x-www-form-urlencoded', 'name=Ola'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain', jsonName],
    ['application/xhtml+xml', xmlName],
    ['application/problem+json', jsonName],
    ['application/*', jsonName],
    ['nonsense', jsonName],
    ['__proto__', jsonName],
    [undefined, 'name=Ola'],
    [undefined, '"text"'],
    [undefined, '12'],
    ['text/plain', ''],
  ])('%s is 415: %s', async (type, body) => {
    expect(await refused(type, body)).toBe(UNSUPPORTED);
  });
});

describe.each(forms)('415 in %s', (form) => {
  const XML_TYPES = 'application/xml, text/xml';
  it.each([
    ['POST', '/users', 'application/json or application/xml', `application/json, ${XML_TYPES}`],
    [
      'POST',
      '/messages/users',
      'application/json or application/xml',
      `application/json, ${XML_TYPES}`,
    ],
    ['PUT', '/users/ola/vcard', 'application/xml', XML_TYPES],
    [
      'PATCH',
      '/users/ola',
      'application/merge-patch+json or application/json',
      'application/merge-patch+json, application/json',
    ],
    [
      'POST',
      '/jobs?type=users',
      'text/csv, application/x-ndjson, application/json or application/xml',
      `text/csv, application/x-ndjson, application/json, ${XML_TYPES}`,
    ],
  ])('%s %s names the types that it takes', async (method, path, named, accept) => {
    const Accept = `application/${form}`;
    const types = ['text/plain', 'application/x-www-form-urlencoded'];
    for (const type of types) {
      const headers = { Accept, 'Content-Type': type };
      const reply = await api.send(method, path, { headers, body: 'name=Ola' });
      expect([reply.status, reply.headers['accept'], reply.headers['accept-encoding']]).toEqual([
        415,
        accept,
        undefined,
      ]);
      expect(reply.text).toBe(unsupported(form, path, `send ${named}`));
    }
    const headers = { Accept, 'Content-Type': accept.split(',')[0]!, 'Content-Encoding': 'br' };
    const reply = await api.send(method, path, { headers, body: 'x' });
    expect(reply.text).toBe(unsupported(form, path, 'send it plain or as gzip'));
    expect([
      ...[reply.status, reply.headers['accept'], reply.headers['accept-encoding']],
      reply.headers['accept-patch'],
    ]).toEqual([415, undefined, 'gzip', undefined]);
  });

  it('of a body without type names them, too', async () => {
    for (const [path, named] of [
      ['/users/ola', 'application/json or application/xml'],
      ['/users/ola/vcard', 'application/xml'],
    ] as const) {
      const headers = { Accept: `application/${form}` };
      const reply = await api.send('PUT', path, { headers, body: 'name=Ola' });
      expect([reply.status, reply.text]).toEqual([415, unsupported(form, path, `send ${named}`)]);
    }
  });
});

describe('no object', () => {
  it.each([
    ['application/json', ''],
    ['application/json', ' \r\n'],
    ['application/json', 'null'],
    ['application/json', ' null '],
    [undefined, ''],
    [undefined, ' \n'],
  ])('is %s with %j, and changes nothing', async (type, body) => {
    expect(await stored(type, body)).toBe('before');
  });

  it.each(['application/json', ''])('is an empty chunked body of type %j', async (type) => {
    const reply = await exchangeOne(
      api,
      `${head(
        'PUT /plugins/restapi/v1/users/ola HTTP/1.1',
        `Authorization: ${TEST_SECRET}`,
        `Content-Type: ${type}`,
        'Transfer-Encoding: chunked',
      )}0\r\n\r\n`,
    );
    expect(reply).toMatchObject({ status: 200, text: '' });
  });

  it.each(['', ' \n', '\ufeff', '<?xml version="1.0"?>'])('is not the XML %j', async (body) => {
    expect(await refused('application/xml', body)).toMatch(UNREADABLE);
  });
});

describe('XML', () => {
  it.each([
    ['white space before the declaration', ` \r\n\t<?xml version="1.0"?>${xmlName}`],
    ['a byte order mark', `\ufeff<?xml version="1.0"?>${xmlName}`],
    ['a byte order mark before white space', `\ufeff \n${xmlName}`],
    ['comments and instructions', `<!-- a --><?p i?>${xmlName}<!-- b -->`],
    [
      'unknown elements and attributes',
      `<user a="1"><b><name>x</name></b><name c="">Ola N</name></user>`,
    ],
    ['a repeated element', '<user><name>first</name><name>Ola N</name></user>'],
    ['CDATA', '<user><name><![CDATA[Ola N]]></name></user>'],
    ['references', '<user><name>&#79;la&#x20;N</name></user>'],
    ['64 levels', deepXml(64)],
  ])('with %s is read', async (_what, body) => {
    expect(await stored('application/xml', body)).toBe('Ola N');
  });

  it.each([
    ['UTF-8', Buffer.from(declared('UTF-8'))],
    ['UTF-16, little end first', utf16(declared('UTF-16'), 'le')],
    ['UTF-16, big end first', utf16(declared('utf-16'), 'be')],
    ['UTF-16 without declaration', utf16('<user><name>Blåbær</name></user>', 'be')],
    ['ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['US-ASCII', Buffer.from(declared('us-ascii').replace('å', '&#229;').replace('æ', '&#xe6;'))],
  ])('in %s is read, whatever the charset parameter says', async (_what, body) => {
    expect(await stored('application/xml; charset=koi8-r', body)).toBe('Blåbær');
  });

  it.each([
    ['an unclosed element', '<user><name>Ola'],
    ['mismatched tags', '<user><name>Ola</user></name>'],
    ['text behind the root', `${xmlName}x`],
    ['a second root', xmlName + xmlName],
    ['another root', '<users2/>'],
    ['a root in another letter case', '<User/>'],
    ['a root in a namespace', '<user xmlns="urn:x"/>'],
    ['an undeclared prefix', '<user><x:name/></user>'],
    ['an undeclared entity', '<user><name>&nbsp;</name></user>'],
    ['a DOCTYPE', `<!DOCTYPE user [<!ENTITY e "x">]>${xmlName}`],
    ['a DOCTYPE without content', `<!DOCTYPE user>${xmlName}`],
    ['65 levels', deepXml(65)],
    ['U+0000', '<user><name>\0</name></user>'],
    ['a reference to U+0000', '<user><name>&#0;</name></user>'],
    ['a reference to a surrogate', '<user><name>&#xD800;</name></user>'],
    ['JSON', jsonName],
    ['an encoding that is not supported', declared('koi8-r')],
    ['UTF-16 declared in UTF-8', declared('UTF-16')],
  ])('with %s is 400', async (_what, body) => {
    expect(await refused('application/xml', body)).toMatch(UNREADABLE);
  });

  it('with bytes that do not fit its encoding is 400', async () => {
    const bytes = Buffer.from(declared('UTF-8'), 'latin1');
    expect(await refused('application/xml', bytes)).toMatch(UNREADABLE);
  });
});

describe('JSON', () => {
  it.each([
    ['a byte order mark', `\ufeff${jsonName}`],
    ['white space around it', ` \r\n${jsonName}\n `],
    ['a repeated member', '{"name":"first","name":"Ola N"}'],
    ['unknown members', '{"nonsense":{"name":"x"},"name":"Ola N","__proto__":{"email":"x"}}'],
    ['escapes', '{"n\\u0061me":"Ola\\u0020N"}'],
    ['64 levels', deepJson(64)],
  ])('with %s is read', async (_what, body) => {
    expect(await stored('application/json', body)).toBe('Ola N');
  });

  it.each([
    ['trailing text', `${jsonName}x`],
    ['two values', `${jsonName}${jsonName}`],
    ['a trailing comma', '{"name":"Ola",}'],
    ['a comment', `/* */${jsonName}`],
    ['half an object', '{"name":'],
    ['65 levels', deepJson(65)],
    ['U+0000', '{"name":"\\u0000"}'],
    ['half a surrogate pair', '{"name":"\\ud800"}'],
    ['XML', xmlName],
    ['NaN', '{"name":NaN}'],
  ])('with %s is 400', async (_what, body) => {
    expect(await refused('application/json', body)).toMatch(UNREADABLE);
  });

  it.each([
    ['UTF-16', utf16(jsonName, 'le')],
    ['ISO-8859-1', Buffer.from('{"name":"Blåbær"}', 'latin1')],
  ])('in %s is 400', async (_what, body) => {
    expect(await refused('application/json; charset=utf-16', body)).toMatch(UNREADABLE);
  });

  it.each([
    ['[{"key":"desk","value":"4B"}]'],
    ['{"property":[{"@key":"desk","@value":"4B"}]}'],
    ['{"property":{"@key":"desk","@value":"4B"}}'],
    ['{"property":[{"key":"desk","value":"4B"}]}'],
    ['{"desk":"4B"}'],
  ])('reads the older form of properties %s', async (properties) => {
    await stored('application/json', `{"properties":${properties}}`);
    expect((await storedUser()).properties).toEqual([{ key: 'desk', value: '4B' }]);
  });

  it.each([
    ['{"name":{}}', 'name: '],
    ['{"name":["x"]}', 'name: '],
    ['{"password":{"x":"p9-secret"}}', 'password'],
    ['{"properties":[5]}', 'properties: 5'],
  ])('%s is 400 and names the field', async (body, told) => {
    const message = await refused('application/json', body);
    expect(message).toContain(`400 IllegalArgumentException Invalid value for ${told}`);
    expect(message).not.toContain('p9-secret');
  });
});
