import { createHash } from 'node:crypto';
import { makeKey } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import type { Form, Reply } from '../support/test-api.js';
import { makeRoom } from '../support/room-documents.js';

const VCARD =
  '<vCard xmlns="vcard-temp"><FN>Ola</FN><PHOTO><TYPE>image/png</TYPE><BINVAL>iVBORw0KGgo=</BINVAL></PHOTO></vCard>';
const LONG = 2500;
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  for (const username of ['ola', 'zoe']) {
    const user = { username, password: 'p1-secret', properties: [{ key: 'desk', value: '4' }] };
    await api.call('POST', '/users', 'json', user);
  }
  await api.call('POST', '/groups', 'json', {
    name: 'crew',
    members: ['ola', 'zoe'],
    shared: true,
  });
  await api.call('POST', '/groups', 'json', { name: 'all' });
  await api.database.sql(
    `insert into group_member select 'all', 'p' || n || '@far.example', n < 9 from generate_series(1, $1) n`,
    [LONG],
  );
  await api.call('POST', '/users', 'json', { username: 'popular', password: 'p1-secret' });
  await api.database.sql(
    `insert into roster_item (owner, jid, subscription, groups)
     select 'popular', 'p' || n || '@far.example', 3, '{}' from generate_series(1, $1) n`,
    [LONG],
  );
  await makeRoom(api, { roomName: 'den', members: ['ola'] });
  await api.call('POST', '/system/properties', 'json', { key: 'site.banner', value: 'hello' });
  await api.send('PUT', '/users/ola/vcard', {
    ...{ headers: { 'Content-Type': 'application/xml' }, body: VCARD },
  });
});
afterAll(() => api.stop());

const get = (path: string, headers: object = {}, method = 'GET'): Promise<Reply> =>
  api.send(method, path, { headers: { Accept: 'application/json', ...headers } });
const tagOf = ({ headers }: Reply): string => String(headers.etag);
const documentPart = (tag: string): string => /^"([\w-]{16})-[0-9a-f]{8}"$/.exec(tag)![1]!;

describe('the tag of a room', () => {
  const path = '/chatrooms/guarded';
  let reader: string;
  let writer: string;
  beforeAll(async () => {
    await makeRoom(api, { roomName: 'guarded', password: 'four' });
    reader = (await makeKey(api, ['rooms:read'])).bearer;
    writer = (await makeKey(api, ['rooms:read', 'rooms:write'])).bearer;
  });
  const askAs = (authorization: string, method = 'GET', headers: object = {}, body?: object) =>
    api.send(method, path, {
      ...{ authorization, body },
      headers: {
        Accept: 'application/json',
        ...(body ? { 'Content-Type': 'application/merge-patch+json' } : {}),
        ...headers,
      },
    });

  it('is no digest of what it shows, and for readers none of the password', async () => {
    const whole = await askAs(writer);
    const part = await askAs(reader);
    const digest = (text: string) =>
      createHash('sha256').update(text).digest('base64url').slice(0, 16);
    for (const reply of [whole, part]) {
      for (const text of [whole.text, part.text]) {
        expect(documentPart(tagOf(reply))).not.toBe(digest(text));
      }
    }
    await api.database.sql(`update room set password = 'five' where name = 'guarded'`);
    expect(documentPart(tagOf(await askAs(reader)))).toBe(documentPart(tagOf(part)));
    expect(documentPart(tagOf(await askAs(writer)))).not.toBe(documentPart(tagOf(whole)));
    const guess = `"${digest(whole.text)}-00000000"`;
    expect((await askAs(reader, 'GET', { 'If-None-Match': guess })).status).toBe(200);
  });

  it('of a reader is known again, and fits no change', async () => {
    const tag = tagOf(await askAs(reader));
    expect((await askAs(reader, 'GET', { 'If-None-Match': tag })).status).toBe(304);
    const patch = { subject: 'new' };
    expect((await askAs(writer, 'PATCH', { 'If-Match': tag }, patch)).status).toBe(412);
    await api.database.sql(`update room set password = null where name = 'guarded'`);
    const open = tagOf(await askAs(reader));
    expect((await askAs(writer, 'PATCH', { 'If-Match': open }, patch)).status).toBe(412);
  });

  it('of the former release fits a change, so that a rolling upgrade meets no 412', async () => {
    const { text } = await askAs(writer);
    const part = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    const headers = { 'If-Match': `"${part}-00000000"` };
    expect((await askAs(writer, 'PATCH', headers, { subject: 'newer' })).status).toBe(200);
  });
});

const IN_TWO_FORMS = [
  '/users/ola',
  '/groups/crew',
  '/groups/all',
  '/chatservices/conference',
  '/chatrooms/den',
  '/chatrooms/den/members',
  '/chatrooms/den/member',
  '/system/properties/site.banner',
  '/users/ola/roster',
  '/users/popular/roster',
];

describe.each([...IN_TWO_FORMS, '/users/ola/vcard', '/openapi.json', '/openapi.yaml'])(
  'GET %s',
  (path) => {
    const accept = { Accept: '*/*' };

    it('has a tag, as HEAD does, and is not sent again to who names it', async () => {
      const whole = await get(path, accept);
      expect(whole.status).toBe(200);
      const tag = tagOf(whole);
      expect(tagOf(await get(path, accept, 'HEAD'))).toBe(tag);
      for (const method of ['GET', 'HEAD']) {
        for (const known of [tag, `W/${tag}`, '*', `"other", ${tag}`, `,"a,b" , W/${tag}`]) {
          const again = await get(path, { ...accept, 'If-None-Match': known }, method);
          expect([known, again.status, again.text, tagOf(again)]).toEqual([known, 304, '', tag]);
          expect(again.headers.vary).toBe(whole.headers.vary);
          expect(again.headers).not.toHaveProperty('content-type');
          expect(again.headers).not.toHaveProperty('content-encoding');
        }
        const other = await get(path, { ...accept, 'If-None-Match': '"other"' }, method);
        expect([other.status, other.text, tagOf(other)]).toEqual([
          ...[200, method === 'GET' ? whole.text : '', tag],
        ]);
      }
    });

    it('has another tag when it is compressed, for the same document', async () => {
      const plain = tagOf(await get(path, accept));
      const zipped = tagOf(await get(path, { ...accept, 'Accept-Encoding': 'gzip' }));
      expect(zipped).not.toBe(plain);
      expect(documentPart(zipped)).toBe(documentPart(plain));
    });

    it('refuses what is no list of tags', async () => {
      for (const value of ['', 'abc', '"a', '*, "a"']) {
        const reply = await get(path, { Accept: '*/*', 'If-None-Match': value });
        expect([value, reply.status]).toEqual([value, 400]);
        expect(reply.text).toContain('Invalid value for header If-None-Match');
      }
    });
  },
);

describe.each(IN_TWO_FORMS)('%s in several forms', (path) => {
  it('has tags that differ, of one document', async () => {
    const read = async (form: Form) => tagOf(await api.call('GET', path, form));
    const [xml, json] = [await read('xml'), await read('json')];
    expect(xml).not.toBe(json);
    expect(documentPart(xml)).toBe(documentPart(json));
  });
});

it('old names and dates in JSON are another body of the same document', async () => {
  const path = '/chatrooms/den';
  const usual = tagOf(await get(path));
  for (const [property, value] of [
    ['plugin.restapi.json.names', 'old'],
    ['plugin.restapi.json.dates', 'epoch'],
  ] as const) {
    await api.setProperty(property, value);
    const other = tagOf(await get(path));
    await api.setProperty(property, null);
    expect(other).not.toBe(usual);
    expect(documentPart(other)).toBe(documentPart(usual));
  }
  expect(tagOf(await get(path))).toBe(usual);
});

it.each([
  ['/users/ola', `update account set email = 'o@x.example' where username = 'ola'`],
  ['/groups/crew', `update group_member set is_admin = true where jid = 'zoe@example.org'`],
  ['/groups/all', `delete from group_member where jid = 'p9@far.example'`],
  ['/users/popular/roster', `update roster_item set nickname = 'x' where jid = 'p9@far.example'`],
  ['/chatrooms/den', `update room set subject = 'tea' where name = 'den'`],
  ['/chatrooms/den/members', `delete from room_affiliation where affiliation = 'member'`],
  ['/chatservices/conference', `update chat_service set history_max_number = 9`],
  ['/users/ola/roster', `update account set name = 'Zoe Z' where username = 'zoe'`],
])('%s has another tag after a change by others', async (path, change) => {
  const before = tagOf(await get(path));
  await api.database.sql(change);
  const after = await get(path, { 'If-None-Match': before });
  expect(after.status).toBe(200);
  expect(documentPart(tagOf(after))).not.toBe(documentPart(before));
});

it('what is created again with the same content has the same tag', async () => {
  const create = () =>
    api.call('POST', '/users', 'json', { username: 'again', password: 'p1-secret', name: 'A' });
  await create();
  const before = tagOf(await get('/users/again'));
  await api.call('DELETE', '/users/again', 'json');
  await create();
  expect(tagOf(await get('/users/again'))).toBe(before);
});

it.each([
  '/users',
  '/groups',
  '/chatrooms',
  '/chatservices',
  '/system/properties',
  '/users/ola/groups',
  '/groups/crew/members',
  '/chatrooms/den?expandGroups=true',
])('%s has no tag, and ignores those of the client', async (path) => {
  for (const known of ['*', 'unreadable']) {
    const reply = await get(path, { 'If-None-Match': known });
    expect([reply.status, reply.headers.etag]).toEqual([200, undefined]);
  }
});

it('a picture has the same tag whatever the client accepts, since it is never compressed', async () => {
  const path = '/users/ola/photo';
  const whole = await get(path);
  expect([whole.status, whole.headers['content-type']]).toEqual([200, 'image/png']);
  const known = { 'If-None-Match': tagOf(whole), 'Accept-Encoding': 'gzip' };
  const again = await get(path, known);
  expect([again.status, again.text, tagOf(again)]).toEqual([304, '', tagOf(whole)]);
});

it('there is no tag of what does not exist or is empty', async () => {
  const none = await get('/users/nobody', { 'If-None-Match': '*' });
  expect([none.status, none.headers.etag]).toEqual([404, undefined]);
  const empty = await get('/users/zoe/vcard', { Accept: '*/*', 'If-None-Match': '*' });
  expect([empty.status, empty.headers.etag]).toEqual([204, undefined]);
  const unread = await get('/users/nobody', { 'If-None-Match': 'x' });
  expect(unread.status).toBe(400);
});
