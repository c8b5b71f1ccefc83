import { createHash } from 'node:crypto';
import { badArgument, expectError, noUser, refusal } from '../support/expectations.js';
import { createUsers, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PATH = '/users/ola/photo';
const noPhoto = (name: string) =>
  refusal(404, 'PhotoNotFoundException')('Could not find photo', name);

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
beforeEach(() => createUsers(api, 'ola'));
afterEach(() => startOver(api));
afterAll(() => api.stop());

async function putVcard(content: string): Promise<void> {
  const body = `<vCard xmlns="vcard-temp">${content}</vCard>`;
  const headers = { 'Content-Type': 'application/xml' };
  const reply = await api.send('PUT', '/users/ola/vcard', { headers, body });
  expect(reply.status).toBe(200);
}
const putPhoto = (bytes: Buffer) =>
  putVcard(`<PHOTO><TYPE>image/gif</TYPE><BINVAL>${bytes.toString('base64')}</BINVAL></PHOTO>`);

it.each([undefined, 'application/json', 'text/html;q=0.1', 'image/gif'])(
  'is sent as it is when %s is accepted',
  async (accept) => {
    await putPhoto(PNG);
    const headers = { 'Accept-Encoding': 'gzip', ...(accept ? { Accept: accept } : {}) };
    for (const name of ['ola', 'OLA', 'ola@example.org']) {
      const reply = await api.send('GET', `/users/${name}/photo`, { headers });
      expect(reply.status).toBe(200);
      expect(reply.bytes.equals(PNG)).toBe(true);
      expect(reply.headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(PNG.length),
        'x-content-type-options': 'nosniff',
      });
      expect(reply.headers).not.toHaveProperty('content-encoding');
    }
    const head = await api.send('HEAD', PATH, { headers });
    expect([head.status, head.headers['content-type'], head.text]).toEqual([200, 'image/png', '']);
  },
);

it('is the one that chat users have put', async () => {
  await api.database.sql('select engine.put_vcard($1, $2, $3)', [
    'ola',
    `<vCard xmlns='vcard-temp'><PHOTO><BINVAL>${PNG.toString('base64')}</BINVAL></PHOTO></vCard>`,
    '{}',
  ]);
  expect((await api.send('GET', PATH)).bytes.equals(PNG)).toBe(true);
});

describe('its hash in lists and documents', () => {
  const hash = createHash('sha1').update(PNG).digest('hex');
  const listed = async (query: string) =>
    (await api.call('GET', `/users?fields=username,photo${query}`, 'json')).text;

  it('tells it from others, and is absent without a picture', async () => {
    await createUsers(api, 'bo', 'cy');
    await api.database.sql(`insert into vcard (username, xml) values ('bo', '<vCard/>')`);
    await putPhoto(PNG);
    const users = `{"users":[{"username":"bo"},{"username":"cy"},{"username":"ola","photo":"${hash}"}]}`;
    expect(await listed('')).toBe(users);
    expect(await listed('&limit=10')).toBe(users);
    const one = await api.call('GET', '/users/ola?fields=photo', 'xml');
    expect(one.text).toContain(`<user><photo>${hash}</photo></user>`);
  });

  it('is what the chat server has noted, until there is another picture', async () => {
    const note = (vcard: string, more: object) =>
      api.database.sql(`select engine.put_vcard('ola', $1, $2)`, [
        vcard,
        JSON.stringify({ hash: 'noted', bytes: 3, type: 'image/png', ...more }),
      ]);
    await note('<vCard/>', { served: true });
    expect(await listed('')).toBe('{"users":[{"username":"ola","photo":"noted"}]}');
    // chat servers of former releases do not note whether it is served
    await note('<vCard><FN>Ola</FN></vCard>', {});
    expect(await listed('')).toBe('{"users":[{"username":"ola"}]}');
    await putPhoto(PNG);
    expect(await listed('')).toBe(`{"users":[{"username":"ola","photo":"${hash}"}]}`);
  });

  it.each([
    ['a link', '<EXTVAL>https://example.org/a.png</EXTVAL>'],
    ['a drawing', `<BINVAL>${Buffer.from('<svg/>').toString('base64')}</BINVAL>`],
    ['what is no base64', '<BINVAL>iVBORw0K!</BINVAL>'],
  ])('is absent while %s is not served, whatever is noted (CK-25)', async (_, photo) => {
    await putVcard(`<PHOTO><TYPE>image/png</TYPE>${photo}</PHOTO>`);
    const absent = async () => {
      expect((await api.call('GET', PATH, 'json')).status).toBe(404);
      expect(await listed('')).toBe('{"users":[{"username":"ola"}]}');
      expect((await api.call('GET', '/users/ola?fields=photo', 'json')).text).toBe('{}');
    };
    await absent();
    for (const served of [undefined, false]) {
      const noted = JSON.stringify({ hash: 'noted', bytes: 3, type: 'image/png', served });
      await api.database.sql(`update vcard set picture = $1 where username = 'ola'`, [noted]);
      await absent();
    }
  });
});

describe.each(forms)('errors as %s', (form) => {
  const get = (name: string) => api.call('GET', `/users/${name}/photo`, form);

  it('there is none without a vCard, without a picture, and for a link', async () => {
    expectError(await get('OLA'), form, noPhoto('OLA'));
    await putVcard('<FN>Ola</FN>');
    expectError(await get('ola'), form, noPhoto('ola'));
    await putVcard('<PHOTO><EXTVAL>https://example.org/a.png</EXTVAL></PHOTO>');
    expectError(await get('ola'), form, noPhoto('ola'));
    await putPhoto(Buffer.from('<svg/>'));
    expectError(await get('ola'), form, noPhoto('ola'));
  });

  it('comes after the user', async () => {
    expectError(await get('ghost'), form, noUser('ghost'));
    const message = 'This service cannot be used for non-local users.';
    expectError(await get('ola@far.example'), form, badArgument(message, 'ola@far.example'));
    expect((await api.send('GET', PATH, { authorization: null })).status).toBe(401);
  });
});
