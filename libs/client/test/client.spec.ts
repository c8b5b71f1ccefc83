import { createApp } from '@chat-admin/api/app';
import type { App } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import { testDatabase, TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import {
  ChatAdminError,
  createChatAdminClient,
  dataOf,
  entriesOf,
  eventsOf,
  fileOf,
  finishedJob,
  generatedPasswordsOf,
  jobResultsOf,
  pagesOf,
  uploadJob,
} from '../src/index.js';
import type { ChatAdminClient, Credentials } from '../src/index.js';

let database: TestDatabase;
let app: App;
let client: ChatAdminClient;
let connect: (credentials: Credentials) => ChatAdminClient;
beforeAll(async () => {
  database = await testDatabase();
  const config = Object.assign(new ApiConfig(), {
    port: 0,
    managementPort: 0,
    databaseUrl: database.appUrl,
    databasePoolSize: 4,
    scramIterations: 4096,
    logLevel: 'silent',
  });
  app = await createApp(config);
  const { url: baseUrl } = await app.listen();
  connect = (credentials) => createChatAdminClient({ baseUrl: `${baseUrl}/`, credentials });
  client = connect({ secret: TEST_SECRET });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const ofUser = (username: string) => ({ params: { path: { username } } });

it('creates, reads, changes, lists and deletes users', async () => {
  const properties = [{ key: 'desk', value: '4B' }];
  const body = { username: 'ola/näo', password: 'p1-secret', properties };
  const refusedName = client.POST('/users', { body });
  await expect(refusedName).rejects.toMatchObject({ status: 400 });
  await client.POST('/users', { body: { ...body, username: 'näo' } });
  const user = await dataOf(client.GET('/users/{username}', ofUser('näo')));
  expect(user).toEqual({ username: 'näo', name: '', properties });
  await client.PUT('/users/{username}', { ...ofUser('näo'), body: { name: 'Näo' } });
  const patched = client.PATCH('/users/{username}', { ...ofUser('näo'), body: { email: 'o@x' } });
  expect(await dataOf(patched)).toMatchObject({ name: 'Näo', email: 'o@x' });
  const query = { search: 'ä' };
  const { users } = await dataOf(client.GET('/users', { params: { query } }));
  expect(users?.map(({ name }) => name)).toEqual(['Näo']);
  await client.DELETE('/users/{username}', ofUser('näo'));
  const gone = client.GET('/users/{username}', ofUser('näo'));
  await expect(gone).rejects.toBeInstanceOf(ChatAdminError);
  await expect(gone).rejects.toMatchObject({
    status: 404,
    exception: 'UserNotFoundException',
    message: 'Could not get user',
    resource: 'näo',
    requestId: expect.stringMatching(/^[\w-]{36}$/) as string,
  });
});

it('uploads a job, waits for it, and reads its results and passwords', async () => {
  const body = `username,password\njob-ann,p1-secret\njob-bo,\njob-ann,x\n`;
  const query = { type: 'users', generatePasswords: true } as const;
  const queued = await uploadJob(client, query, { body, type: 'text/csv' });
  expect(queued).toMatchObject({ status: 'queued', lines: 3 });
  const seen: number[] = [];
  const job = await finishedJob(client, queued.id, {
    everyMs: 10,
    onProgress: ({ processed }) => seen.push(processed),
  });
  expect(job).toMatchObject({ status: 'done', succeeded: 2, failed: 1, passwords: true });
  expect(seen.at(-1)).toBe(3);
  const outcomes: string[] = [];
  for await (const { outcome } of jobResultsOf(client, job.id, { limit: 2 }))
    outcomes.push(outcome);
  expect(outcomes).toEqual(['created', 'created', 'failed']);
  expect(await generatedPasswordsOf(client, job.id)).toEqual([
    { username: 'job-bo', password: expect.stringMatching(/^[a-z2-9]{16}$/) as string },
  ]);
  const table = new Blob([`{"name":"job-group"}\n`]);
  const lines = { body: table, type: 'application/x-ndjson' } as const;
  const groups = await uploadJob(client, { type: 'groups' }, lines);
  expect(await finishedJob(client, groups.id, { everyMs: 10 })).toMatchObject({ succeeded: 1 });
});

it('hands out the file that a job has made', async () => {
  await client.POST('/users', { body: { username: 'finn', password: 'p1-secret' } });
  const table = { body: 'jid\nfinn\n', type: 'text/csv' } as const;
  const { id } = await uploadJob(client, { type: 'person-export' }, table);
  await finishedJob(client, id, { everyMs: 50 });
  const pieces: Uint8Array[] = [];
  for await (const piece of await fileOf(client, id)) pieces.push(piece);
  expect(Buffer.concat(pieces).toString('latin1')).toMatch(/^PK.*user\.ndjson/s);
});

it('reads and writes a vCard, which there is as XML alone', async () => {
  await client.POST('/users', { body: { username: 'vera', password: 'p1-secret' } });
  const path = '/users/{username}/vcard';
  const card = '<vCard xmlns="vcard-temp"><FN>Vera</FN></vCard>';
  const written = { body: card as never, bodySerializer: String };
  const headers = { 'Content-Type': 'application/xml' };
  await client.PUT(path, { ...ofUser('vera'), ...written, headers });
  const read = client.GET(path, { ...ofUser('vera'), parseAs: 'text' });
  expect(await dataOf(read)).toContain('<FN>Vera</FN>');
  await client.DELETE('/users/{username}', ofUser('vera'));
});

it('takes the address of the API as that of the server', async () => {
  const sent: string[] = [];
  const fetch = async ({ url }: Request) => {
    sent.push(url);
    return Response.json({ users: [] });
  };
  for (const prefix of ['http://chat.example', 'http://chat.example/', 'http://chat.example/x'])
    for (const path of ['', '/plugins/restapi/v1', '/plugins/restapi/v1/']) {
      const baseUrl = prefix.replace(/\/$/, '') + path;
      await createChatAdminClient({ baseUrl, credentials: { secret: 'x' }, fetch }).GET('/users');
      expect(sent.pop()).toBe(`${prefix.replace(/\/$/, '')}/plugins/restapi/v1/users`);
    }
});

it('names the exception with which events are refused', async () => {
  const events = eventsOf(client, { after: '99999999999999999999' });
  const refused = { status: 410, exception: 'EventsGoneException' };
  await expect(events.next()).rejects.toMatchObject(refused);
});

it('walks through a list in pages, and through its entries', async () => {
  const names = ['a1', 'a2', 'a3', 'a4', 'a5'];
  const users = names.map((username) => ({ username, password: 'p1-secret' }));
  await client.POST('/users', { body: { users } });
  const query = { text: 'a', sort: '-username' as const, fields: ['username' as const] };
  const pages: unknown[] = [];
  for await (const page of pagesOf(client, '/users', { query: { ...query, limit: 2 } })) {
    pages.push(page.users?.map(({ username }) => username));
  }
  expect(pages).toEqual([['a5', 'a4'], ['a3', 'a2'], ['a1']]);
  const found: unknown[] = [];
  for await (const { username } of entriesOf(client, '/users', { query })) found.push(username);
  expect(found).toEqual([...names].reverse());
  for (const username of names) await client.DELETE('/users/{username}', ofUser(username));
});

it('asks for no further page once nobody wants it', async () => {
  const sent: string[] = [];
  const link = '</plugins/restapi/v1/users?after=c1.x>; rel="next"';
  const other = createChatAdminClient({
    baseUrl: 'http://chat.example',
    credentials: { secret: 'x' },
    fetch: async ({ url }) => {
      sent.push(url);
      return Response.json({ users: [{}, {}] }, { headers: { link } });
    },
  });
  let seen = 0;
  for await (const _user of entriesOf(other, '/users', {})) if (++seen === 3) break;
  expect(sent.map((url) => new URL(url).search)).toEqual(['?limit=100', '?limit=100&after=c1.x']);
});

it('makes a room with its people', async () => {
  const { POST, GET } = client;
  await POST('/chatrooms', {
    body: {
      roomName: 'tea',
      naturalName: 'Tea',
      description: 'Tea room',
      owners: ['ola@example.org'],
    },
  });
  const path = { roomName: 'tea' };
  const room = await dataOf(GET('/chatrooms/{roomName}', { params: { path } }));
  expect(room).toMatchObject({ roomName: 'tea', owners: ['ola@example.org'] });
});

it('is refused with wrong credentials, and takes those of an administrator', async () => {
  await expect(connect({ secret: 'wrong' }).GET('/users')).rejects.toMatchObject({ status: 401 });
  await client.POST('/users', { body: { username: 'admin', password: 'pässwort' } });
  const { propertyStore, properties } = app.persistence;
  await propertyStore.put('plugin.restapi.httpAuth', 'basic');
  await properties.refresh();
  const administrator = connect({ username: 'admin', password: 'pässwort' });
  const { users } = await dataOf(administrator.GET('/users'));
  expect(users?.map(({ username }) => username)).toContain('admin');
});

it('names the status where something else answers', async () => {
  const other = createChatAdminClient({
    baseUrl: 'http://chat.example',
    credentials: { secret: 'x' },
    fetch: async () => new Response('<h1>no</h1>', { status: 502, statusText: 'Bad Gateway' }),
  });
  await expect(other.GET('/users')).rejects.toMatchObject({
    message: '502 Bad Gateway',
    exception: null,
    requestId: null,
  });
});
