import { ChatServerSpy } from '../support/chat-server-spy.js';
import { badArgument, expectError, refusal } from '../support/expectations.js';
import { doJob } from '../support/jobs.js';
import { makeKey, sendJson } from '../support/keys.js';
import { createGroups, createUsers } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const notFound = (id: string) => refusal(404, 'FileNotFoundException')('Could not find file', id);

interface Shown {
  readonly id: string;
  readonly there?: boolean;
}

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  await createUsers(api, 'ola', 'eve');
  await api.database.sql(`
    create schema if not exists prosody;
    create table prosody.prosodyarchive (
      sort_id serial primary key, host text, "user" text, store text, key text, "when" integer,
      "with" text, type text, value text);
    create unique index on prosody.prosodyarchive (host, "user", store, key);
    insert into prosody.prosodyarchive (host, "user", store, key, "when", "with", type, value)
      values ('example.org', 'ola', 'offline', 'x', 1, 'ola@example.org', 'xml', '<message/>')`);
});
afterAll(() => api.stop());
beforeEach(async () => {
  chatServer.away = false;
  await api.database.sql(`delete from prosody.prosodyarchive where store = 'uploads'`);
  await api.database.sql('delete from departed_file');
  await stored('a', 'ola', 1_700_000_000, 10);
  await stored('b', 'eve', 1_700_000_001, 3_000_000_000);
  await stored('c', 'ola', 1_700_000_001, 20, 'share.example.org', 'image/png');
  await api.audited();
  chatServer.heard();
});

/** As the chat server stores that a slot was asked for. */
const stored = (
  slot: string,
  person: string,
  time: number,
  bytes: number,
  host = 'upload.example.org',
  type = 'text/plain',
) =>
  api.database.sql(
    `insert into prosody.prosodyarchive (host, "user", store, key, "when", "with", type, value)
     values ($1, '', 'uploads', $2, $3, $4, 'xml', $5)`,
    [
      ...[host, slot, time, `${person}@example.org`],
      `<request content-type='${type}' filename='${slot} &amp; co.txt' size='${bytes}' xmlns='urn:xmpp:http:upload:0'/>`,
    ],
  );
const kept = async () =>
  (
    await api.database.sql(
      `select key from prosody.prosodyarchive where store = 'uploads' order by key`,
    )
  ).map(({ key }) => key);
const read = async (path: string) => JSON.parse((await api.call('GET', path, 'json')).text);
const ids = (list: { readonly files: readonly Shown[] }) => list.files.map(({ id }) => id);

it('a file is shown without its address', async () => {
  const shown = {
    ...{ id: 'b', user: 'eve@example.org', name: 'b & co.txt', type: 'text/plain' },
    ...{ bytes: 3_000_000_000, created: '2023-11-14T22:13:21.000+00:00' },
    expires: '2023-11-21T22:13:21.000+00:00',
  };
  expect(await read('/files/b')).toEqual(shown);
  expect((await read('/files?user=eve')).files).toEqual([shown]);
  expect((await api.call('GET', '/files/b', 'xml')).text).toContain(
    '<file><id>b</id><user>eve@example.org</user><name>b &amp; co.txt</name><type>text/plain</type><bytes>3000000000</bytes><created>',
  );
  const list = (await api.call('GET', '/files', 'xml')).text;
  expect(list).toContain('<files><file><id>a</id>');
});

it('retention rules say when files go, and count those that are older', async () => {
  const rule = async (subject: string, days: number) =>
    JSON.parse(
      (await sendJson(api, 'POST', '/retention', { kind: 'file', subject, days })).text,
    ) as { readonly id: string; readonly acts: string };
  const due = async (id: string) => (await read(`/retention/${id}`)).due as number;
  await createGroups(api, { name: 'Crew', members: ['ola'] }, { name: 'Deck', admins: ['ola'] });
  await stored('d', 'ola', Math.floor(Date.now() / 1000) - 3 * 86_400, 10);
  expect(await due('file')).toBe(3);
  const crew = await rule('group:Crew', 2);
  expect([await due('file'), await due(crew.id)]).toEqual([1, 3]);
  // shorter: acts a day later
  expect(Date.parse(crew.acts)).toBeGreaterThan(Date.now());
  expect((await read('/files/a')).expires).toBe('2023-11-21T22:13:20.000+00:00');
  const deck = await rule('group:Deck', 10);
  expect([await due(crew.id), await due(deck.id)]).toEqual([2, 2]);
  expect((await read('/files/a')).expires).toBe('2023-11-24T22:13:20.000+00:00');
  await rule('user:ola', 0);
  expect(await read('/files/a')).not.toHaveProperty('expires');
  expect((await read('/files/b')).expires).toBe('2023-11-21T22:13:21.000+00:00');
  expect([await due(crew.id), await due('file')]).toEqual([0, 1]);
  await rule('user:eve', 100);
  expect((await read('/files?user=eve')).files[0].expires).toBe('2024-02-22T22:13:21.000+00:00');
  await api.database.sql('delete from retention_rule');
});

it.each([
  ['', ['a', 'b', 'c']],
  ['?sort=-created', ['c', 'b', 'a']],
  ['?sort=-bytes', ['b', 'c', 'a']],
  ['?user=OLA', ['a', 'c']],
  ['?user=ola@example.org', ['a', 'c']],
  ['?user=nobody', []],
  ['?type=image/png', ['c']],
  ['?type=', ['a', 'b', 'c']],
  ['?bytesFrom=20', ['b', 'c']],
  ['?bytesFrom=999999999999999', []],
  ['?createdFrom=2023-11-14T22:13:20.500Z', ['b', 'c']],
  ['?createdTo=2023-11-14T22:13:20.500Z', ['a']],
  ['?createdFrom=2023-11-14T22:13:21Z&createdTo=2023-11-14T22:13:21Z', []],
  ['?createdTo=9999-12-31T00:00:00Z&createdFrom=0001-01-01T00:00:00Z&user=eve', ['b']],
])('the list with %j has %j', async (query, expected) => {
  expect(ids(await read(`/files${query}`))).toEqual(expected);
});

it.each(['created', '-created', 'bytes', '-bytes'])('pages by %s have each once', async (sort) => {
  const found: string[] = [];
  let path: string | null = `/files?limit=1&total=true&sort=${sort}`;
  while (path !== null) {
    const reply = await api.call('GET', path, 'json');
    expect(reply.headers['x-total-count']).toBe('3');
    found.push(...ids(JSON.parse(reply.text) as { files: Shown[] }));
    const [, next = null] = /<([^>]*)>; rel="next"/.exec(String(reply.headers.link)) ?? [];
    path = next && next.slice(ROOT.length);
  }
  expect(found).toEqual(ids(await read(`/files?sort=${sort}`)));
});

describe('of many files', () => {
  const many = (most: number) =>
    api.database.sql(
      `insert into prosody.prosodyarchive (host, "user", store, key, "when", "with", type, value)
       select 'upload.example.org', '', 'uploads', 'k' || n, 1600000000 + n, 'ola@example.org', 'xml',
         format('<request size=''%s''/>', 1000000 + n * 7919 % 3001)
       from generate_series(1, $1::integer) as n`,
      [most],
    );

  it('their number is exact unless a filter narrows them', async () => {
    await many(100_000);
    const counted = async (query: string) => {
      const { headers } = await api.call('GET', `/files?limit=1&total=true${query}`, 'json');
      return [headers['x-total-count'], headers['x-total-count-limited']];
    };
    expect(await counted('')).toEqual(['100003', undefined]);
    expect(await counted('&type=&user=')).toEqual(['100003', undefined]);
    expect(await counted('&createdFrom=2001-01-01T00:00:00Z')).toEqual(['100000', 'true']);
    expect(await counted('&user=eve')).toEqual(['1', undefined]);
  });

  it.each(['created', '-bytes'])('a whole list by %s has each once, in order', async (sort) => {
    await many(3000);
    const { files } = (await read(`/files?user=ola&sort=${sort}`)) as {
      readonly files: readonly { id: string; bytes: number; created: string }[];
    };
    expect(new Set(files.map(({ id }) => id)).size).toBe(3002);
    const places = files.map(({ bytes, created }) => (sort === 'created' ? created : -bytes));
    expect(places).toEqual(
      [...places].sort((one, other) => (one < other ? -1 : Number(one > other))),
    );
  });

  it('those of a period are found by an index', async () => {
    await many(3000);
    await api.database.sql(`create index on prosody.prosodyarchive (host, "user", store, "when")`);
    await api.database.sql('analyze prosody.prosodyarchive');
    await api.database.sql(`
      create temporary view rows_read as select seq_tup_read + idx_tup_fetch as count
        from pg_stat_xact_user_tables where relname = 'prosodyarchive';
      do $$ declare before constant bigint := (select count from rows_read); rows bigint; begin
        perform from listed_files('{"from":1600001499.5,"to":1600001504.5}', 'bytes', true, 10, null, null);
        rows := (select count from rows_read) - before;
        if rows not between 5 and 100 then raise exception 'has read % rows', rows; end if;
      end $$;
      drop view rows_read`);
  });
});

it('a list says which files are there, and cannot while the chat server is away', async () => {
  const { files } = await read('/files?fields=id,there');
  expect(files).toEqual(['a', 'b', 'c'].map((id) => ({ id, there: true })));
  chatServer.away = true;
  expect((await api.call('GET', '/files?fields=id,there&limit=2', 'json')).status).toBe(503);
  expect(ids(await read('/files?fields=id'))).toEqual(['a', 'b', 'c']);
});

it.each([
  ['?user=@', 'user', '@'],
  ['?bytesFrom=-1', 'bytesFrom', '-1'],
  ['?bytesFrom=1e3', 'bytesFrom', '1e3'],
  ['?createdFrom=soon', 'createdFrom', 'soon'],
  ['?sort=name', 'sort', 'name'],
])('the list with %s is refused', async (query, name, value) => {
  const message = `Invalid value for parameter ${name}: ${value}`;
  expectError(
    await api.call('GET', `/files${query}`, 'json'),
    'json',
    badArgument(message, `${ROOT}/files`),
  );
});

it('usage counts what a person has stored, beside the quota', async () => {
  expect(await read('/files/usage?user=ola')).toEqual({ files: 2, bytes: 30, quota: 0 });
  const quota = { key: 'files.quota.bytes', value: '100' };
  expect((await api.call('POST', '/system/properties', 'json', quota)).status).toBe(201);
  expect(await read('/files/usage?user=eve@example.org')).toEqual({
    ...{ files: 1, bytes: 3_000_000_000, quota: 100 },
  });
  await api.call('DELETE', '/system/properties/files.quota.bytes', 'json');
  for (const name of ['nobody', '']) {
    expectError(
      await api.call('GET', `/files/usage?user=${name}`, 'json'),
      'json',
      refusal(404, 'UserNotFoundException')('Could not get user', name),
    );
  }
  expect((await api.call('GET', '/files/usage', 'json')).status).toBe(404);
  const stranger = await api.call('GET', '/files/usage?user=ola@elsewhere.example', 'json');
  expect([stranger.status, stranger.text]).toEqual([400, expect.stringContaining('non-local')]);
});

it('a removed file is nowhere, of which one entry and an event tell', async () => {
  expect((await api.call('DELETE', '/files/c?dryRun=true', 'json')).status).toBe(200);
  expect([await kept(), chatServer.heard()]).toEqual([['a', 'b', 'c'], []]);
  await api.audited();
  expect(await api.call('DELETE', '/files/c', 'json')).toMatchObject({ status: 200, text: '' });
  expect(chatServer.heard()).toEqual(['files']);
  expect(await kept()).toEqual(['a', 'b']);
  expect(await api.database.sql('select host, slot from departed_file')).toEqual([
    { host: 'share.example.org', slot: 'c' },
  ]);
  expect(await api.audited()).toMatchObject([
    { summary: 'DELETE file c', details: expect.stringContaining('outcome=200') },
  ]);
  expect(
    await api.database.sql(`
      select type, object from (
        select type, object from event union all select type, object from event_outbox) as one
      where type like 'file.%'`),
  ).toEqual([{ type: 'file.deleted', object: '/files/c' }]);
});

it.each(forms)('nobody finds or removes one that is not there, in %s', async (form) => {
  expectError(await api.call('GET', '/files/zz', form), form, notFound('zz'));
  expectError(await api.call('DELETE', '/files/zz', form), form, notFound('zz'));
  expect(chatServer.heard()).toEqual([]);
});

it('nothing is removed while the chat server is away', async () => {
  chatServer.away = true;
  const away = refusal(503, 'ServiceUnavailableException')(
    'The chat server cannot be reached',
    `${ROOT}/files/a`,
  );
  expectError(await api.call('DELETE', '/files/a', 'json'), 'json', away);
  expect(await kept()).toEqual(['a', 'b', 'c']);
});

it('reading and removing are rights of their own', async () => {
  const reader = await makeKey(api, ['files:read']);
  const other = await makeKey(api, ['users:read', 'files:write']);
  const status = async (method: string, path: string, authorization: string) =>
    (await api.send(method, path, { authorization })).status;
  expect(await status('GET', '/files/a', reader.bearer)).toBe(200);
  expect(await status('DELETE', '/files/a', reader.bearer)).toBe(403);
  for (const path of ['/files', '/files/a', '/files/usage?user=ola']) {
    expect(await status('GET', path, other.bearer)).toBe(403);
  }
  expect(await status('DELETE', '/files/a', other.bearer)).toBe(200);
});

it('a job removes single files, and all of a person', async () => {
  const table = [
    ...['id,user,action', 'c,,remove', 'zz,,remove', ',ola@example.org,remove', ',ola,remove'],
    ...[',nobody,remove', 'b,eve,remove', ',,remove', 'b,,add'],
  ].join('\n');
  const dry = await doJob(api, 'type=files&dryRun=true', table);
  expect(dry.results.slice(0, 4)).toEqual([
    ...[
      ['/files/c', 'removed'],
      ['/files/zz', 'failed', 'Could not find file'],
    ],
    ...[
      ['/users/ola', 'removed'],
      ['/users/ola', 'removed'],
    ],
  ]);
  expect(await kept()).toEqual(['a', 'b', 'c']);
  chatServer.heard();
  await api.audited();
  const { job, results } = await doJob(api, 'type=files', table);
  expect(results).toEqual([
    ['/files/c', 'removed'],
    ['/files/zz', 'failed', 'Could not find file'],
    ['/users/ola', 'removed'],
    ['/users/ola', 'unchanged'],
    ['/users/nobody', 'failed', 'Could not get user'],
    [undefined, 'failed', 'Invalid value for user: eve'],
    [undefined, 'failed', 'Invalid value for user: '],
    [undefined, 'failed', 'Invalid value for action: add'],
  ]);
  expect([await kept(), chatServer.heard()]).toEqual([['b'], ['files']]);
  expect(await api.audited()).toMatchObject([
    { summary: `POST job ${job.id}`, details: expect.anything() },
    {
      summary: `JOB files ${job.id}`,
      details: expect.stringMatching(/users=ola.*failed=5; rows=8/),
    },
  ]);
  chatServer.away = true;
  const away = await doJob(api, 'type=files', 'id,action\nb,remove');
  expect(away.results).toEqual([['/files/b', 'failed', 'The chat server cannot be reached']]);
  expect(await kept()).toEqual(['b']);
  const writer = await makeKey(api, ['jobs:write', 'files:read']);
  const body = { authorization: writer.bearer, body: 'id,action\nb,remove' };
  const headers = { 'Content-Type': 'text/csv' };
  expect((await api.send('POST', '/jobs?type=files', { ...body, headers })).status).toBe(403);
});
